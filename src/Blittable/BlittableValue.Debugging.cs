using System.Diagnostics;

namespace Blittable;

/// <content>Views for debuggers.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly ref partial struct BlittableValue
{
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => DebugText.Of(this);

    /// <summary>Gets the value as a tree. A debugger cannot hold a ref struct, so the value is copied when the tree is expanded.</summary>
    private DebugNode[] DebuggerTree
    {
        get
        {
            try
            {
                var copy = Clone();
                return DebugNode.Of(copy, copy.Root);
            }
            catch (BlittableException)
            {
                return [];
            }
        }
    }
}
