using System.Text;

namespace Blittable.Generators;

/// <summary>Source text with its indentation.</summary>
internal sealed class CodeWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;

    /// <summary>Writes a line, or an empty one.</summary>
    public void Line(string line = "")
    {
        if (line.Length > 0)
        {
            _text.Append(' ', 4 * _depth).Append(line);
        }

        _text.Append('\n');
    }

    /// <summary>Writes a line and opens a block below it.</summary>
    public void Open(string line)
    {
        Line(line);
        Line("{");
        _depth++;
    }

    /// <summary>Closes the innermost block.</summary>
    /// <param name="after">The text after the brace.</param>
    public void Close(string after = "")
    {
        _depth--;
        Line("}" + after);
    }

    public override string ToString() => _text.ToString();
}
