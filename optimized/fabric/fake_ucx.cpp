// Replaces UCX in a test, which passes the number of events to return.
extern "C" unsigned ucp_worker_progress(void* events) { return *static_cast<unsigned*>(events); }
