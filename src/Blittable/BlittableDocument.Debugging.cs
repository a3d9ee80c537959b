using System.Diagnostics;

namespace Blittable;

/// <content>What debuggers and logs show.</content>
[DebuggerDisplay("{ToString(),nq}")]
[DebuggerTypeProxy(typeof(DebugView))]
public sealed partial class BlittableDocument
{
    /// <summary>Returns the beginning of the document's JSON text, for logs and debuggers: at most 200 characters, of which the last is <c>…</c> if there is more.</summary>
    /// <remarks><see cref="BlittableValue.ToJson()"/> returns all of it. A damaged or disposed document is described in words.</remarks>
    public override string ToString() => _isDisposed ? "disposed" : DebugText.Of(Root);

    /// <summary>The tree that a debugger shows of a document.</summary>
    private sealed class DebugView(BlittableDocument document)
    {
        [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
        public DebugNode[] Children => document._isDisposed ? [] : DebugNode.Of(document, document.Root);
    }
}
