using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Benchmarks.Strings;

/// <remarks>The steps are structs, so that each is called directly from its own loop, as in a program.</remarks>
internal sealed unsafe partial class StringsSuite
{
    /// <summary>Defines the operation on each string.</summary>
    private interface IStep
    {
        /// <summary>Compresses or decompresses a string.</summary>
        /// <param name="source">The string, followed by the next strings.</param>
        /// <param name="length">The length of the string in bytes.</param>
        /// <param name="textLength">The length of its text in bytes.</param>
        /// <param name="destination">The destination, with room to spare.</param>
        /// <returns>The number of bytes written.</returns>
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

    /// <summary>Calls a function of the C reference without a GC transition.</summary>
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

    /// <summary>Decompresses like a document reader: the length of the text is known, but not the length of the codes. The table is in memory or in the
    /// document.</summary>
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
                : throw new InvalidOperationException("A string was not restored.");
        }
    }
}
