using System.Diagnostics;

namespace Blittable;

/// <content>Text for debuggers and logs.</content>
[DebuggerDisplay("{ToString(),nq}")]
[DebuggerTypeProxy(typeof(DebugView))]
public sealed partial class BlittableDocument
{
    /// <summary>Returns the beginning of the document's JSON text, for logs and debuggers: at most 200 characters. Truncated text ends with <c>…</c>.</summary>
    /// <remarks><see cref="BlittableValue.ToJson()"/> returns the complete text. The result for a damaged or disposed document is a description.</remarks>
    public override string ToString() => _isDisposed ? "disposed" : DebugText.Of(Root);

    /// <summary>Represents a document as a tree in the debugger.</summary>
    private sealed class DebugView(BlittableDocument document)
    {
        [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
        public DebugNode[] Children => document._isDisposed ? [] : DebugNode.Of(document, document.Root);
    }
}
