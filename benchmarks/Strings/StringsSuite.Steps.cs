using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Benchmarks.Strings;

/// <remarks>Structs, so that each is called from a loop of its own directly, as a program would.</remarks>
internal sealed unsafe partial class StringsSuite
{
    /// <summary>What is done to each string.</summary>
    private interface IStep
    {
        /// <summary>Compresses or restores a string.</summary>
        /// <param name="source">The string, and those after it.</param>
        /// <param name="length">Its bytes.</param>
        /// <param name="textLength">The bytes of its text.</param>
        /// <param name="destination">Where it goes, and room after it.</param>
        /// <returns>Bytes written.</returns>
        int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination);
    }

    private readonly struct SmazIn : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => Smaz.Compress(source[..length], destination);
    }

    private readonly struct SmazOut : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => Smaz.Decompress(source[..length], destination);
    }

    /// <summary>A function of the reference in C, called without a GC transition.</summary>
    private readonly struct SmazInC(nint function) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination)
        {
            fixed (byte* from = source)
            fixed (byte* to = destination)
            {
                return ((delegate* unmanaged[SuppressGCTransition]<byte*, int, byte*, int, int>)function)(from, length, to, destination.Length);
            }
        }
    }

    private readonly struct SymbolsIn(SymbolTable table) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => table.Compress(source[..length], destination);
    }

    private readonly struct SymbolsOut(SymbolTable table) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => table.Decompress(source[..length], destination);
    }

    private readonly struct FsstIn(FsstReference table) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => table.Compress(source[..length], destination);
    }

    private readonly struct FsstOut(FsstReference table) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination) => table.Decompress(source[..length], destination);
    }

    /// <summary>As a document is read: the length of the text is known, that of the codes is not, and the table lies in memory or in the document.</summary>
    private readonly struct DocumentOut(StringEncoding encoding, SymbolTable? table, bool isInPlace) : IStep
    {
        public int Run(ReadOnlySpan<byte> source, int length, int textLength, Span<byte> destination)
        {
            SymbolTableView view = default;
            if (isInPlace)
            {
                _ = SymbolTableView.TryOpen(table!.Bytes, out view);
            }
            else if (table is not null)
            {
                view = table.View;
            }

            return StringCodec.TryDecode(encoding, source, textLength, view, destination, out _)
                ? textLength
                : throw new InvalidOperationException("A string does not come back.");
        }
    }
}
