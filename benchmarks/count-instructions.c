// Counts the instructions of an operation by single-stepping its process, for Linux machines without performance counters, such as
// most virtual machines. Measures optimized code with all instruction sets of the processor. A step takes 20 µs.
//
//     cc -O2 -o count-instructions benchmarks/count-instructions.c
//     ./count-instructions benchmarks/bin/Release/net10.0/Blittable.Benchmarks convert lineitem memory
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY = 1, CALLED, WORKING, DONE };

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

int main(int count, char **arguments)
{
    char path[] = "/tmp/count-instructions-XXXXXX";
    int file, status, signal = 0;
    long instructions = 0;
    if (count != 5 || (file = mkstemp(path)) < 0 || ftruncate(file, 2 * sizeof(int)) != 0)
        fail("usage: count-instructions PROGRAM convert|write CORPUS FORM");
    // The state of the operation, and the id of the thread that runs it.
    volatile int *shared = mmap(NULL, 2 * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    pid_t process = fork();
    if (process == 0) {
        execl(arguments[1], arguments[1], "stepped", arguments[2], arguments[3], arguments[4], path, (char *)NULL);
        fail(arguments[1]);
    }

    for (; shared[0] != READY; usleep(2000))
        if (waitpid(process, &status, WNOHANG) == process)
            exit(1);
    unlink(path);

    int thread = shared[1];
    if (ptrace(PTRACE_SEIZE, thread, 0, 0) != 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0 || waitpid(thread, &status, __WALL) != thread)
        fail("ptrace");
    for (shared[0] = CALLED; shared[0] != DONE;) {
        instructions += shared[0] == WORKING;
        if (ptrace(PTRACE_SINGLESTEP, thread, 0, signal) != 0 || waitpid(thread, &status, __WALL) != thread || !WIFSTOPPED(status))
            fail("step");
        // Pass the signals of the runtime on, but not the signals of single steps.
        signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    }

    ptrace(PTRACE_DETACH, thread, 0, 0);
    waitpid(process, &status, 0);
    printf("%ld instructions\n", instructions);
    return 0;
}
