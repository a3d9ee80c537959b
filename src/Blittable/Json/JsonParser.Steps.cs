using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>Provides steps of the main loop. All are inlined, and none stores anything in memory that the loop holds in registers.</content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>Updates the writer's own state.</summary>
    /// <param name="output">The address at which the next value is written.</param>
    /// <param name="top">The end of the pending addresses.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOver(byte* output, uint* top)
    {
        _writer.Cursor = output;
        _writer.SlotTop = top;
    }

    /// <summary>Updates the writer's own state before a number, a date or a literal, in disk mode including the name of the value.</summary>
    /// <param name="output">The address at which the next value is written.</param>
    /// <param name="top">The end of the pending addresses.</param>
    /// <param name="name">The node of the name; null outside of objects.</param>
    /// <param name="nodes">The nodes of the trie.</param>
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

    /// <summary>Skips white space. If its length differs from the expected length, stores the actual length as expected next time.</summary>
    /// <param name="p">The current position.</param>
    /// <param name="expected">The length of the last white space in this kind of position.</param>
    /// <returns>The end of the white space; <paramref name="p"/> if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* PassWhitespace(byte* p, int* expected) => WhitespaceKernel.Run(p) == *expected ? p + *expected : SkipWhitespace(p, expected);

    /// <summary>Returns the number of bytes before the next mark, of the 57 to 64 covered by a word of marks; 64 if it has none.</summary>
    /// <param name="marks">The marks, one bit per byte.</param>
    /// <param name="at">The bit at which to start.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint BytesToMark(byte* marks, long at) => (nuint)(uint)BitOperations.TrailingZeroCount(*(ulong*)(marks + (at >> 3)) >> (int)(at & 7));

    /// <summary>Counts the digits before the first other character among eight characters.</summary>
    /// <param name="characters">The characters, each exclusive-or <c>'0'</c>. Adding 0x76 sets the highest bit of values above 9. Carries only affect
    /// subsequent characters.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountDigits(ulong characters) =>
        (nuint)(uint)BitOperations.TrailingZeroCount(((characters + 0x7676767676767676) | characters) & 0x8080808080808080) >> 3;

    /// <summary>Returns a bit for each byte in which the text at <paramref name="p"/> differs from a quoted name and its colon; 0 if the text
    /// matches.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint DifferencesFrom(ShapeNode* name, byte* p) =>
        ~ByteMaskKernel.Of(Vector256.Equals(Vector256.Load(p), Vector256.Load((byte*)&name->Text))) & name->Mask;

    /// <summary>Returns the trials for the next value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ValueTrials* TrialsOf(ShapeNode* name, ShapeNode* nodes, Frame* frame) =>
        _writer.TrialsOf(name == null ? ShapeTrie.Root : Number(name, nodes), frame->Node);

    /// <summary>Determines whether to try any technique with a string. Also returns true if the string is short enough for a leaf.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsTried(byte* text, nuint length, ValueTrials* trials, out byte sample)
    {
        sample = 0;
        return length < Leaf.MaxLength || trials->IsDue(sample = StringSampleKernel.Of(trials, text, length));
    }

    /// <summary>Returns the index of a node, avoiding the rounding of a difference that might be negative.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Number(ShapeNode* node, ShapeNode* nodes) => (int)((nuint)((byte*)node - (byte*)nodes) / (nuint)sizeof(ShapeNode));
}
