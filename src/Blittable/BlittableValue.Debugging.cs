using System.Diagnostics;

namespace Blittable;

/// <content>What debuggers show.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly ref partial struct BlittableValue
{
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => DebugText.Of(this);

    /// <summary>The value as a tree. A debugger cannot keep a value in place, so this is a copy, which is made when somebody unfolds it.</summary>
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
