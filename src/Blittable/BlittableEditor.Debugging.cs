using System.Diagnostics;

namespace Blittable;

/// <content>Text for debuggers.</content>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class BlittableEditor
{
    /// <summary>Gets the beginning of the edited document's JSON text.</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText
    {
        get
        {
            try
            {
                return _use.Obstacle ?? DebugText.Of(Root);
            }
            catch (BlittableException fault)
            {
                return $"damaged: {fault.Message}";
            }
        }
    }
}
