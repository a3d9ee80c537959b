using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>Steps of the main loop. All are inlined there: none keeps anything in memory that the loop has in registers.</content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>Brings the writer's own state up to date.</summary>
    /// <param name="output">Where the next value goes.</param>
    /// <param name="top">The end of the addresses pending.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOver(byte* output, uint* top)
    {
        _writer.Cursor = output;
        _writer.SlotTop = top;
    }

    /// <summary>Brings the writer's own state up to date, in disk mode with the name of the value, before a number, a date or a literal.</summary>
    /// <param name="output">Where the next value goes.</param>
    /// <param name="top">The end of the addresses pending.</param>
    /// <param name="name">The node of the name; null outside of objects.</param>
    /// <param name="nodes">The trie's nodes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOver<TMode>(byte* output, uint* top, ShapeNode* name, ShapeNode* nodes)
        where TMode : struct, IConversionMode
    {
        HandOver(output, top);
        if (TMode.IsDisk)
        {
            _writer.Node = name == null ? ShapeTrie.Root : Number(name, nodes);
        }
    }

    /// <summary>Passes a run of white space; where it is not as long as expected, its length is expected the next time.</summary>
    /// <param name="p">Where it starts.</param>
    /// <param name="expected">Bytes of the run that stood in such a place the last time.</param>
    /// <returns>Its end; <paramref name="p"/> if it does not start here.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* PassWhitespace(byte* p, int* expected) => WhitespaceKernel.Run(p) == *expected ? p + *expected : SkipWhitespace(p, expected);

    /// <summary>Bytes before the next mark, of the 57 to 64 that a word of marks tells of; 64 where it has none.</summary>
    /// <param name="marks">Marks, a bit a byte.</param>
    /// <param name="at">The bit to start from.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint BytesToMark(byte* marks, long at) => (nuint)(uint)BitOperations.TrailingZeroCount(*(ulong*)(marks + (at >> 3)) >> (int)(at & 7));

    /// <summary>Counts the digits before the first other character of eight.</summary>
    /// <param name="characters">The characters, each exclusive-or <c>'0'</c>. With 0x76 added what is above 9 has its highest bit set; what is carried
    /// reaches only characters after it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountDigits(ulong characters) =>
        (nuint)(uint)BitOperations.TrailingZeroCount(((characters + 0x7676767676767676) | characters) & 0x8080808080808080) >> 3;

    /// <summary>Where the text at <paramref name="p"/> differs from a name with its quotes and its colon, a bit a byte; 0 where that name stands there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint DifferencesFrom(ShapeNode* name, byte* p) =>
        ~ByteMaskKernel.Of(Vector256.Equals(Vector256.Load(p), Vector256.Load((byte*)&name->Text))) & name->Mask;

    /// <summary>Gets what was learned of the values where the next one goes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ValueTrials* TrialsOf(ShapeNode* name, ShapeNode* nodes, Frame* frame) =>
        _writer.TrialsOf(name == null ? ShapeTrie.Root : Number(name, nodes), frame->Node);

    /// <summary>Returns whether to try any technique with a string, or whether it is so short that it is a leaf.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsTried(byte* text, nuint length, ValueTrials* trials, out byte sample)
    {
        sample = 0;
        return length < Leaf.MaxLength || trials->IsDue(sample = StringSampleKernel.Of(trials, text, length));
    }

    /// <summary>The number of a node, without the rounding of a difference that might be negative.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Number(ShapeNode* node, ShapeNode* nodes) => (int)((nuint)((byte*)node - (byte*)nodes) / (nuint)sizeof(ShapeNode));
}
