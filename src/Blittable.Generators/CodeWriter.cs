using System.Text;

namespace Blittable.Generators;

/// <summary>Builds indented source text.</summary>
internal sealed class CodeWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;

    /// <summary>Appends a line, which may be empty.</summary>
    public void Line(string line = "")
    {
        if (line.Length > 0)
        {
            _text.Append(' ', 4 * _depth).Append(line);
        }

        _text.Append('\n');
    }

    /// <summary>Appends a line and opens a block below it.</summary>
    public void Open(string line)
    {
        Line(line);
        Line("{");
        _depth++;
    }

    /// <summary>Closes the innermost block.</summary>
    /// <param name="after">The text after the closing brace.</param>
    public void Close(string after = "")
    {
        _depth--;
        Line("}" + after);
    }

    public override string ToString() => _text.ToString();
}
