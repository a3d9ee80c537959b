using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <content>
/// Limits the shapes of a document, so that names that never come again cost neither the memory nor the time of shapes. The limit depends on the document alone:
/// on the shapes that it has defined and on its length by then, never on the shapes that earlier documents left in the trie. A document that has reached the limit
/// is shapeless from then on: objects of other shapes carry their names, and all values are one context of trials, because the trie may know their names from
/// earlier documents or not.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Names in all shapes of a document at which it is judged, and bytes for each at which it may have more shapes.</summary>
    private const int JudgedNames = 1 << 13, BytesPerName = 32;

    /// <summary>Names in all shapes of a document, and bytes of these shapes.</summary>
    private const int MaxShapeNames = ShapeTrie.MaxNodes, MaxShapeBytes = ShapeTrie.MaxMemory;

    private const int ShapelessEpoch = -1;

    private int _shapeNames;
    private int _mostShapeNames;
    private long _shapeBytes;

    /// <summary>Gets a value that indicates whether the document has reached the limit.</summary>
    private bool IsShapeless => _epoch == ShapelessEpoch;

    private void BeginShapes()
    {
        _shapeNames = 0;
        _shapeBytes = 0;
        _mostShapeNames = JudgedNames;
    }

    /// <summary>Returns whether an object may have a shape, and counts a shape that the document does not have yet.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MayHave(ShapeNode* shape) => shape->Stamp >= Stamp || shape->DefinitionStamp == Stamp || MayAdd(shape->Depth);

    private bool MayAdd(int names) => !IsShapeless && ((_shapeNames += names) <= _mostShapeNames || Judge());

    /// <summary>Counts the names of an object that has more than a shape can have: the trie holds the first of them.</summary>
    /// <param name="node">The last name that an object had before one that was not found.</param>
    private void CountLongest(int node)
    {
        if (Nodes[node].Depth == ShapeTrie.MaxNames && Nodes[node].CountedIn < Stamp)
        {
            Nodes[node].CountedIn = Stamp;
            MayAdd(ShapeTrie.MaxNames);
        }
    }

    private void CountBlock(int length)
    {
        _shapeBytes += length;
        if (_shapeBytes > MaxShapeBytes && !IsShapeless)
        {
            BecomeShapeless();
        }
    }

    /// <summary>Decides whether a document with many shapes may have more.</summary>
    private bool Judge()
    {
        if (_mostShapeNames == JudgedNames && Length >= JudgedNames * BytesPerName)
        {
            _mostShapeNames = MaxShapeNames;
            if (_shapeNames <= MaxShapeNames)
            {
                return true;
            }
        }

        BecomeShapeless();
        return false;
    }

    private void BecomeShapeless()
    {
        _epoch = ShapelessEpoch;
        _trials[ShapeTrie.Unshaped] = new ValueTrials { Epoch = ShapelessEpoch };
    }
}
