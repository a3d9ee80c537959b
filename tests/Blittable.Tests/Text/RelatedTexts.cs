using System.Text;

namespace Blittable.Tests.Text;

/// <summary>Random texts, many of which begin like an earlier text, as addresses, paths and descriptions do. They cover everything that encodings treat
/// specially.</summary>
/// <remarks>
/// A text may diverge from the earlier text within a symbol, after an escape for a verbatim byte, within a run of verbatim bytes, or within a multibyte
/// character. It may diverge repeatedly, and some texts occur twice.
/// </remarks>
internal sealed class RelatedTexts(int seed)
{
    /// <summary>The minimum length of a text that the encoder processes in lanes.</summary>
    private const int LongLength = 192;

    private const int MaxKept = 40, MaxStart = 400;

    private static readonly string[] Words =
    [
        "the ", "there", "their ", "which ", "http://", "https://", "with ", "from ", "and ", ".com", "were ", "tion", "  ", "\r\n\r\n", "<div>", "</",
        "organization ", "repository ", "Get an ", "Lists all ", "subject claim ", "for a", "api.example.org/repos/", "docs/Web/API/", "{owner}/", "=\"",
        "just ", "quiz ", "/jobs/", "xkcd ",
    ];

    /// <summary>Characters whose encodings share bytes with the adjacent characters.</summary>
    private static readonly string[] Characters = ["é", "è", "ê", "ü", "Ж", "И", "日", "旦", "本", "€", "₭", "😀", "😁", "🚀", "\u007f", "\u2028"];

    private readonly Random _random = new(seed);
    private readonly List<string> _kept = [];

    public Random Random => _random;

    public string Next()
    {
        var text = new StringBuilder();
        if (_kept.Count > 0 && _random.Next(5) != 0)
        {
            var earlier = _kept[_random.Next(_kept.Count)];
            if (_random.Next(12) == 0)
            {
                return earlier;
            }

            text.Append(earlier, 0, CutAt(earlier));
        }

        var more = _random.Next(8) switch { 0 => 0, 1 => LongLength + _random.Next(300), 2 or 3 => _random.Next(150), _ => _random.Next(30) };
        AppendParts(text, text.Length + more);
        var next = text.ToString();
        if (_kept.Count < MaxKept)
        {
            _kept.Add(next);
        }
        else
        {
            _kept[_random.Next(MaxKept)] = next;
        }

        return next;
    }

    /// <summary>Returns a position in a text, but not between the halves of a surrogate pair.</summary>
    private int CutAt(string text)
    {
        var at = Math.Min(text.Length, _random.Next(4) == 0 ? _random.Next(1, 40) : _random.Next(1, MaxStart));
        at = _random.Next(3) == 0 ? _random.Next(text.Length + 1) : at;
        return at > 0 && at < text.Length && char.IsLowSurrogate(text[at]) ? at - 1 : at;
    }

    private void AppendParts(StringBuilder text, int length)
    {
        // Some texts are prose with occasional other characters, others are arbitrary.
        var isProse = _random.Next(2) == 0;
        var kinds = isProse ? 1 : _random.Next(1, 8);
        while (text.Length < length)
        {
            switch (_random.Next(_random.Next(isProse ? 10 : 3) == 0 ? 8 : kinds))
            {
                case 0 or 1:
                    text.Append(Words[_random.Next(Words.Length)]);
                    break;
                case 2:
                    Repeat(text, 1 + _random.Next(12), 'a', 'z');
                    break;
                case 3:
                    Repeat(text, 1 + _random.Next(_random.Next(10) == 0 ? 300 : 6), '0', 'Z');
                    break;
                case 4:
                    text.Append("jqzxkv0A_"[_random.Next(9)]);
                    break;
                case 5:
                    Repeat(text, 1 + _random.Next(3), Characters);
                    break;
                case 6:
                    text.Append("\"\\\n\t/"[_random.Next(5)]);
                    break;
                default:
                    Repeat(text, 1 + _random.Next(2), '\0', '\x1F');
                    break;
            }
        }
    }

    private void Repeat(StringBuilder text, int count, char first, char last)
    {
        for (; count > 0; count--)
        {
            text.Append((char)_random.Next(first, last + 1));
        }
    }

    private void Repeat(StringBuilder text, int count, string[] from)
    {
        for (; count > 0; count--)
        {
            text.Append(from[_random.Next(from.Length)]);
        }
    }
}
