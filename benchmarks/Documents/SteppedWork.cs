using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Runs the operation that <c>count-instructions.c</c> steps through: one warm operation on the first documents of a corpus, between two
/// marks.</summary>
/// <remarks>The two processes share a file of two words: the progress of the work, and the id of the thread that does it.</remarks>
internal static partial class SteppedWork
{
    private const int Bytes = 4_000;

    private const int Ready = 1, Called = 2, Working = 3, Done = 4;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(3);

    /// <param name="arguments">The operation (<c>convert</c> or <c>write</c>), a corpus, a form, and the shared file.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] arguments)
    {
        if (arguments is not [var operation and ("convert" or "write"), var corpusName, var formName, var path])
        {
            Console.Error.WriteLine("stepped: expected 'convert' or 'write', a corpus, a form and the shared file.");
            return 2;
        }

        Corpus corpus = Corpora.Get(corpusName).Head(Bytes);
        DocumentForm form = AllForms.List.First(form => form.Name == formName);
        Work work = operation == "convert" ? ConvertSuite.Convert(corpus, form) : WriteSuite.Write(corpus, form);
        for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < WarmUp;)
        {
            work.Run();
        }

        Console.WriteLine($"{work.Bytes} bytes, {work.Items} documents");
        using var file = MemoryMappedFile.CreateFromFile(path);
        using MemoryMappedViewAccessor shared = file.CreateViewAccessor();
        shared.Write(sizeof(int), GetThreadId());
        shared.Write(0, Ready);
        while (shared.ReadInt32(0) != Called)
        {
            Thread.Yield();
        }

        shared.Write(0, Working);
        work.Run();
        shared.Write(0, Done);
        return 0;
    }

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int GetThreadId();
}
