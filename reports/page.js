// What the page does beyond showing itself: the filter, buttons that copy, links that unfold what
// they lead to, and the mark in the table of contents. Without it, everything is there to be read.
"use strict";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Filter: hides what is about another library or collective; a part says if nothing is left of it.
const form = document.querySelector(".filter");
const filterable = all("[data-library], [data-collective]");
const holds = (element, name, choice) =>
  !choice || !(name in element.dataset) || element.dataset[name] === choice ||
  name === "collective" && element.dataset[name].split(" ").includes(choice);

function filter() {
  const choices = [...new FormData(form)];
  for (const element of filterable)
    element.hidden = !choices.every(([name, choice]) => holds(element, name, choice));
  for (const part of all("main > section")) tell(part);
}

function tell(part) {
  const inside = all("[data-library], [data-collective]", part);
  const left = inside.some(element => !element.closest("[hidden]"));
  part.classList.toggle("filtered-out", inside.length > 0 && !left);
  const findings = all(".finding", part);
  const count = document.querySelector(`nav a[href="#${part.id}"] .count`);
  if (!count) return;
  const shown = findings.filter(each => !each.hidden).length;
  count.textContent = shown === findings.length ? `${shown}` : `${shown} of ${findings.length}`;
}

if (form) {
  form.hidden = false;
  form.addEventListener("change", filter);
  form.addEventListener("submit", event => event.preventDefault());
  filter();
}

// Copying: a button for each text. Where the browser keeps the clipboard from pages, it selects the
// text at least.
const announced = document.body.appendChild(document.createElement("p"));
announced.className = "unseen";
announced.setAttribute("role", "status");

for (const box of all(".copyable")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", box.classList.contains("program") ? "Copy the C program"
                                                                       : "Copy the command");
  button.addEventListener("click", () => copy(box.querySelector("code"), button));
  box.append(button);
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text.textContent);
    say(button, "Copied");
  } catch {
    getSelection().selectAllChildren(text);
    say(button, document.execCommand("copy") ? "Copied" : "Selected");
  }
}

function say(button, word) {
  button.textContent = word;
  announced.textContent = word;
  setTimeout(() => { button.textContent = "Copy"; announced.textContent = ""; }, 2000);
}

// Cards of a part can be folded and unfolded together.
for (const part of all("main > section")) {
  const cards = all(".finding", part);
  if (cards.length < 2) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fold";
  const name = () => {
    button.textContent = cards.every(card => card.open) ? "Fold all" : "Unfold all";
  };
  button.addEventListener("click", () => {
    const open = !cards.every(card => card.open);
    for (const card of cards) card.open = open;
    name();
  });
  part.addEventListener("toggle", name, true);
  name();
  part.querySelector("h2").after(button);
}

// A link to a card, or to what is in one, unfolds it.
function unfold() {
  let target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let each = target; each; each = each.parentElement)
    if (each.tagName === "DETAILS") each.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

// The table of contents marks the part that is read.
const links = new Map(all("nav a").map(link => [link.hash.slice(1), link]));
const parts = all("main > section");
let marked;
function mark() {
  const reading = parts.filter(part => part.getBoundingClientRect().top < 160).at(-1) ?? parts[0];
  const link = reading && links.get(reading.id);
  if (!link || link === marked) return;
  marked?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  marked = link;
  const list = link.closest("ul");
  list.scrollLeft = link.offsetLeft - list.offsetLeft - 16;
}
addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
addEventListener("resize", mark);
mark();
