using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs work on several threads at once, each pinned to its own core if the system supports it.</summary>
/// <remarks>
/// A scheduler may place a woken thread on the core of the thread that woke it, and notice a free core only milliseconds later. The measured work takes ten to
/// a hundred milliseconds, so threads are pinned, like a single-threaded process under <c>taskset</c>.
/// </remarks>
internal static partial class PinnedThreads
{
    private static readonly List<Worker> s_workers = [];

    [ThreadStatic]
    private static bool t_pinned;

    /// <summary>Runs work for each thread number from 0, the first on the calling thread, and waits for all.</summary>
    public static void Run(int threads, Action<int> work)
    {
        Pin(0);
        while (s_workers.Count < threads - 1)
        {
            s_workers.Add(new Worker(s_workers.Count + 1));
        }

        for (int i = 1; i < threads; i++)
        {
            s_workers[i - 1].Start(work);
        }

        work(0);
        for (int i = 1; i < threads; i++)
        {
            s_workers[i - 1].Wait();
        }
    }

    private static void Pin(int index)
    {
        if (!t_pinned && OperatingSystem.IsLinux() && index < Machine.Cores.Count)
        {
            Span<byte> mask = stackalloc byte[128];
            mask[Machine.Cores[index] / 8] = (byte)(1 << (Machine.Cores[index] % 8));
            _ = SetAffinity(0, (nuint)mask.Length, mask);
        }

        t_pinned = true;
    }

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nuint size, ReadOnlySpan<byte> mask);

    /// <summary>Represents a thread that waits for work.</summary>
    private sealed class Worker
    {
        private readonly object _gate = new();
        private readonly int _index;

        /// <summary>The work to do; null when it is done.</summary>
        private Action<int>? _work;

        private Exception? _error;

        public Worker(int index)
        {
            _index = index;
            new Thread(Loop) { IsBackground = true }.Start();
        }

        public void Start(Action<int> work)
        {
            lock (_gate)
            {
                _work = work;
                Monitor.PulseAll(_gate);
            }
        }

        public void Wait()
        {
            lock (_gate)
            {
                while (_work is not null)
                {
                    Monitor.Wait(_gate);
                }
            }

            if (_error is { } error)
            {
                throw new InvalidOperationException("A worker failed.", error);
            }
        }

        private void Loop()
        {
            Pin(_index);
            while (true)
            {
                Action<int> work = Next();
                try
                {
                    work(_index);
                }
                catch (Exception failed)
                {
                    _error = failed;
                }

                lock (_gate)
                {
                    _work = null;
                    Monitor.PulseAll(_gate);
                }
            }
        }

        private Action<int> Next()
        {
            lock (_gate)
            {
                while (_work is null)
                {
                    Monitor.Wait(_gate);
                }

                return _work;
            }
        }
    }
}
