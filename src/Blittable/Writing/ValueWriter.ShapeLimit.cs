using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <content>
/// Limits the shapes of a document, so that names that never recur do not cost the memory and time of shapes. The limit depends only on the document: on the
/// shapes that it has defined and on its length at that point, never on shapes that earlier documents left in the trie. A document that has reached the limit
/// is shapeless from then on. Objects of other shapes contain their own names. All values share one context of trials, because the trie may or may not know
/// their names from earlier documents.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of names in all shapes at which a document is judged, and the document bytes per name required for more shapes.</summary>
    private const int JudgedNames = 1 << 13, BytesPerName = 32;

    /// <summary>The maximum number of names in all shapes of a document, and the maximum size of these shapes in bytes.</summary>
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

    /// <summary>Determines whether an object may have a shape, and counts a shape that is new to the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MayHave(ShapeNode* shape) => shape->Stamp >= Stamp || shape->DefinitionStamp == Stamp || MayAdd(shape->Depth);

    private bool MayAdd(int names) => !IsShapeless && ((_shapeNames += names) <= _mostShapeNames || Judge());

    /// <summary>Counts the names of an object that has too many names for a shape. The trie contains the first of them.</summary>
    /// <param name="node">The last name of the object that the trie contains.</param>
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
