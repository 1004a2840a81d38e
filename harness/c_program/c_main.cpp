#include "harness/c_program/c_main.hpp"

#include "harness/c_program/c_completion.hpp"
#include "harness/c_program/source_text.hpp"
#include "harness/subject/forced_name.hpp"
#include "harness/subject/forced_subjects.hpp"

namespace tutti::c_text {
namespace {

/// Returns statements as those of a function of a call: `@name` is a member, and buffers are
/// known by their names.
std::string of_call(const OperationText& operation, const std::string& statements) {
  std::vector<std::string> buffers;
  for (const std::string name : {"send", "receive"})
    if (mentions(statements, name) && statements.find(" *" + name + " = ") == std::string::npos)
      buffers.push_back("*" + name + " = c->" + name);
  std::string text = buffers.empty() ? "" : operation.c_element() + " " + joined(buffers) + ";\n";
  for (const char letter : statements) text += letter == '@' ? "c->" : std::string(1, letter);
  return text;
}

/// Returns statements of main(): the variables of the only call are its own.
std::string of_main(const std::string& statements) {
  std::string text;
  for (const char letter : statements)
    if (letter != '@') text += letter;
  return text;
}

/// Writes a program with one call.
class OneCall {
 public:
  OneCall(const Setting& setting, const OperationText& operation,
          const CommunicatorText& communicators, Form form)
      : test_(setting.test), operation_(operation), communicators_(communicators), form_(form) {}

  std::string text() const {
    std::string body = communicators_.placing + "MPI_Comm comm = " + communicators_.first + ";\n" +
                       variables() + "\n" + operation_.preparation() + operation_.filling() + "\n";
    if (!operation_.has_buffers()) body.pop_back();
    const bool own = test_.own_messages != OwnMessages::none;
    if (own) body += "begin_message(0, comm);\n";
    const std::string beside = test_.made_beside > 0 ? "make_beside(comm);\n" : "";
    if (form_ == Form::started)
      body += operation_.calling(form_) + beside + completion();
    else
      body += beside + operation_.calling(form_);
    if (own) body += "end_message(0, comm);\n";
    body += "\n" + operation_.checking();
    return "int main(int argc, char **argv) {\n  MPI_Init(&argc, &argv);\n" +
           indented(of_main(body)) + "\n  MPI_Finalize();\n  return faults > 0;\n}\n";
  }

 private:
  std::string variables() const {
    std::string text;
    for (const auto& field : operation_.fields()) text += field + ";\n";
    if (form_ == Form::started || form_ == Form::completed) text += "MPI_Request request;\n";
    if (mentions(operation_.checking(), "@entered")) text += "double entered, left;\n";
    return text;
  }

  std::string completion() const {
    const std::string left = mentions(operation_.checking(), "@left") ? "@left = now();\n" : "";
    if (test_.completion == Completion::wait)
      return "MPI_Wait(&@request, MPI_STATUS_IGNORE);\n" + left;
    return "int done = 0;\nwhile (!done) MPI_Test(&@request, &done, MPI_STATUS_IGNORE);\n" + left;
  }

  const Case& test_;
  const OperationText& operation_;
  const CommunicatorText& communicators_;
  Form form_;
};

/// Writes a program with several calls.
class Calls {
 public:
  Calls(const Setting& setting, const Operations& operations, const CommunicatorText& communicators,
        Form form)
      : setting_(setting),
        test_(setting.test),
        operations_(operations),
        communicators_(communicators),
        form_(form) {}

  std::string text() const {
    std::string text = structure();
    const bool separate = form_ == Form::prepared;  // the data of each repetition are others
    if (separate) {
      text += functions("prepare", [](const auto& operation) { return operation.preparation(); });
      text += functions("fill", [](const auto& operation) { return operation.filling(); });
      text += functions("arrive", [](const auto& operation) { return operation.arriving(); });
    } else {
      text += functions("prepare", [](const auto& operation) {
        return operation.preparation() + operation.filling();
      });
    }
    text += functions("run", [&](const auto& operation) { return operation.calling(form_); });
    text += functions("judge", [](const auto& operation) { return operation.checking(); });
    if (has_requests()) text += completing(test_, needs_time());
    if (test_.mode == Mode::threads) text += thread();
    return text + main();
  }

 private:
  bool has_requests() const { return form_ == Form::started || form_ == Form::prepared; }
  bool needs_time() const {
    for (const auto& operation : operations_)
      if (mentions(operation->checking(), "@left")) return true;
    return false;
  }
  bool frees_communicators() const { return test_.handles == Handles::all_freed; }
  int threads() const { return test_.mode == Mode::threads ? 2 : 1; }

  std::string structure() const {
    std::set<std::string> fields;
    bool has_buffers = false;
    for (const auto& operation : operations_) {
      fields.insert(operation->fields().begin(), operation->fields().end());
      has_buffers |= operation->has_buffers();
    }
    std::string text = "int number;  /* of its data */\nMPI_Comm comm;\n";
    if (operations_.size() > 1) text += "int operation;\n";
    if (has_buffers) text += "void *send, *receive;\n";
    for (const auto& field : fields) text += field + ";\n";
    if (form_ != Form::blocking) text += "MPI_Request request;\n";
    if (needs_time()) text += "double entered, left;\n";
    const auto calls =
        static_cast<int>(operations_.size()) * (form_ == Form::prepared ? 1 : test_.repetitions);
    return "enum { calls = " + std::to_string(calls) +
           (threads() > 1 ? " };  /* of a thread */\n\n" : " };\n\n") + "struct call {\n" +
           indented(text) + "};\n\nstatic struct call call[" + (threads() > 1 ? "2 * " : "") +
           "calls];\n\n";
  }

  /// Returns a function for each operation, and the one that calls that of a call.
  template <typename Statements>
  std::string functions(const std::string& name, Statements statements) const {
    std::string text, choice;
    bool empty = true;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const std::string body = of_call(*operations_[i], statements(*operations_[i]));
      const std::string whole = name + operations_[i]->suffix();
      empty &= body.empty();
      if (!body.empty() || operations_.size() == 1)
        text += "static void " + whole + "(struct call *c) {\n" + indented(body) + "}\n\n";
      if (!body.empty())
        choice += "if (c->operation == " + std::to_string(i) + ") " + whole + "(c);\n";
    }
    if (empty && operations_.size() == 1) return "";
    if (operations_.size() > 1 && !empty)
      text += "static void " + name + "(struct call *c) {\n" + indented(choice) + "}\n\n";
    return text;
  }

  template <typename Statements>
  bool any(Statements statements) const {
    for (const auto& operation : operations_)
      if (!statements(*operation).empty()) return true;
    return false;
  }

  std::string thread() const {
    const bool completes = has_requests();
    std::string body = "struct call *mine = first_call;\n";
    if (test_.made_beside > 0) body += "make_beside(mine->comm);\n";
    body += "for (int k = 0; k < calls; ++k) run(&mine[k]);\n";
    if (completes) body += "complete(mine);\n";
    return "static void *run_thread(void *first_call) {\n" + indented(body) +
           "  return NULL;\n}\n\n";
  }

  /// Returns statements that do something for each communicator.
  std::string on_each(const std::string& before, const std::string& behind) const {
    std::string text;
    for (int lane = 0; lane < setting_.lanes(); ++lane) {
      std::string begin = before;
      if (const auto at = begin.find('#'); at != std::string::npos)
        begin.replace(at, 1, std::to_string(lane));
      text +=
          begin + (setting_.lanes() > 1 ? "comms[" + std::to_string(lane) + "]" : "comm") + behind;
    }
    return text;
  }

  std::string communicators() const {
    if (setting_.lanes() == 1) return "MPI_Comm comm = " + communicators_.first + ";\n";
    return "MPI_Comm comms[] = {" + communicators_.first + ", made()};\n";
  }

  std::string preparing() const {
    const int threads = this->threads();
    const std::string comm = setting_.lanes() == 1 ? "comm"
                             : threads > 1         ? "comms[k / calls]"
                                                   : "comms[k % 2]";
    std::string body = "struct call *c = &call[k];\n";
    body +=
        test_.group == Group::halves ? "c->number = k + 500 * (first > 0);\n" : "c->number = k;\n";
    body += frees_communicators() ? "MPI_Comm_dup(" + comm + ", &c->comm);\n"
                                  : "c->comm = " + comm + ";\n";
    if (operations_.size() > 1)
      body += "c->operation = k % " + std::to_string(operations_.size()) + ";\n";
    if (any([](const auto& operation) { return operation.preparation(); })) body += "prepare(c);\n";
    return block_of("for (int k = 0; k < " + std::string(threads > 1 ? "2 * " : "") + "calls; ++k)",
                    body);
  }

  std::string beside() const {
    return test_.made_beside > 0 ? on_each("make_beside(", ");\n") : "";
  }

  std::string run() const {
    if (test_.mode == Mode::threads)
      return "pthread_t thread;\npthread_create(&thread, NULL, run_thread, &call[calls]);\n"
             "run_thread(&call[0]);\npthread_join(thread, NULL);\n";
    if (form_ == Form::prepared) return run_prepared();
    std::string body = "run(&call[k]);\n";
    if (form_ == Form::started && frees_communicators()) body += "MPI_Comm_free(&call[k].comm);\n";
    const std::string loop = block_of("for (int k = 0; k < calls; ++k)", body);
    return form_ == Form::started ? loop + beside() + "complete(call);\n" : beside() + loop;
  }

  std::string run_prepared() const {
    const bool fills = any([](const auto& operation) { return operation.filling(); });
    const bool arrives = any([](const auto& operation) { return operation.arriving(); });
    const std::string repetitions = std::to_string(test_.repetitions);
    const auto fill = [&](const std::string& repetition) {
      return std::string("call[k].number = ") +
             (test_.group == Group::halves ? "500 * (first > 0) + " : "") + "calls * " +
             repetition + " + k;\n" + (fills ? "fill(&call[k]);\n" : "");
    };
    std::string starting = "struct call *c = &call[(rank + repetition + k) % calls];\n";
    if (arrives) starting += "arrive(c);\n";
    const bool at_once = test_.seed % 2 == 0;
    starting += at_once ? "requests[k] = c->request;\n" : "MPI_Start(&c->request);\n";
    std::string body = block_of("for (int k = 0; k < calls; ++k)", fill("repetition"));
    if (at_once) body += "MPI_Request requests[calls];\n";
    body += "/* Ranks start them in different orders. */\n" +
            block_of("for (int k = 0; k < calls; ++k)", starting);
    if (at_once) body += "MPI_Startall(calls, requests);\n";
    if (test_.made_beside > 0) body += block_of("if (repetition == 0)", beside());
    body += "complete(call);\n";
    if (any([](const auto& operation) { return operation.checking(); }))
      body += "for (int k = 0; k < calls; ++k) judge(&call[k]);\n";
    std::string text =
        "/* They are initialized with data that no repetition has. */\n" +
        block_of("for (int k = 0; k < calls; ++k)", fill(repetitions) + "run(&call[k]);\n") +
        block_of("for (int repetition = 0; repetition < " + repetitions + "; ++repetition)", body);
    if (frees_communicators())
      text += "for (int k = 0; k < calls; ++k) MPI_Comm_free(&call[k].comm);\n";
    return text + "for (int k = 0; k < calls; ++k) MPI_Request_free(&call[k].request);\n";
  }

  std::string main() const {
    const bool threads = test_.mode == Mode::threads;
    const bool own = test_.own_messages != OwnMessages::none;
    std::string body =
        threads ? "int provided;\nMPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);\n"
                : "MPI_Init(&argc, &argv);\n";
    body += communicators_.placing + communicators() + "\n" + preparing();
    if (own) body += on_each("begin_message(#, ", ");\n");
    body += "\n" + run();
    if (own) body += on_each("end_message(#, ", ");\n");
    if (form_ != Form::prepared && any([](const auto& operation) { return operation.checking(); }))
      body += "\nfor (int k = 0; k < " + std::string(threads ? "2 * " : "") +
              "calls; ++k) judge(&call[k]);\n";
    return "int main(int argc, char **argv) {\n" + indented(body) +
           "\n  MPI_Finalize();\n  return faults > 0;\n}\n";
  }

  const Setting& setting_;
  const Case& test_;
  const Operations& operations_;
  const CommunicatorText& communicators_;
  Form form_;
};

}  // namespace

Form form_of(const Case& test) {
  const bool forced = names_forced_subject(test.subject);
  const bool forced_nonblocking = forced && parse_forced_name(test.subject).nonblocking;
  const bool has_every_form = !forced;
  if (test.mode == Mode::persistent && has_every_form) return Form::prepared;
  if ((test.mode == Mode::nonblocking || test.mode == Mode::overlapping) &&
      (has_every_form || forced_nonblocking))
    return Form::started;
  return forced_nonblocking ? Form::completed : Form::blocking;
}

std::string main_program(const Setting& setting, const Operations& operations,
                         const CommunicatorText& communicators, Form form) {
  const Case& test = setting.test;
  const std::string beside = test.made_beside > 0 ? making_beside(setting) : "";
  const std::string own = test.own_messages != OwnMessages::none ? own_messages(setting) : "";
  const std::string main = setting.several
                               ? Calls(setting, operations, communicators, form).text()
                               : OneCall(setting, *operations.front(), communicators, form).text();
  return beside + own + main;
}

}  // namespace tutti::c_text
