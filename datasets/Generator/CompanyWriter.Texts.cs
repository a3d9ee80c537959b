using System.Globalization;
using System.Text;

namespace Blittable.Datasets;

/// <content>Generates the texts and amounts of a company.</content>
internal sealed partial class CompanyWriter
{
    private string Article(string host, DateTime date)
    {
        string site = _random.Chance(0.3) ? "blog." + host : "www." + _random.PickRanked(Press);
        string words = string.Join('-', Enumerable.Range(0, _random.Between(2, 5)).Select(i => Prose.Expand(i % 2 == 0 ? "noun" : "verb", _random)));
        return string.Create(CultureInfo.InvariantCulture, $"http://{site}/{date:yyyy/MM/dd}/{words}/");
    }

    private string Phone() => string.Create(
        CultureInfo.InvariantCulture, $"{_random.Between(201, 989)}-{_random.Between(200, 999)}-{_random.Between(0, 9_999):D4}");

    /// <summary>Returns an amount spread over more than three powers of ten, rounded to two significant digits.</summary>
    private long RaisedAmount()
    {
        double amount = 50_000 * Math.Pow(10, _random.NextDouble() * 3.2);
        double unit = Math.Pow(10, Math.Floor(Math.Log10(amount)) - 1);
        return (long)(Math.Round(amount / unit) * unit);
    }

    private static string Money(long amount) => amount switch
    {
        0 => "$0",
        < 1_000_000 => string.Create(CultureInfo.InvariantCulture, $"${amount / 1_000}k"),
        _ => string.Create(CultureInfo.InvariantCulture, $"${amount / 1e6:0.##}M"),
    };

    private string PostalCode(string form) => string.Concat(form.Select(c => c switch
    {
        '#' => (char)('0' + _random.Between(0, 9)),
        '@' => (char)('A' + _random.Between(0, 25)),
        _ => c,
    }));

    private string Hexadecimal(int digits) => string.Concat(Enumerable.Range(0, digits).Select(_ => "0123456789abcdef"[_random.Between(0, 15)]));

    private static string FullName((string First, string Last) person) => $"{person.First} {person.Last}";

    private static string Slug(string text)
    {
        var slug = new StringBuilder(text.Length);
        foreach (char c in text)
        {
            if (char.IsAsciiLetterOrDigit(c))
            {
                slug.Append(char.ToLowerInvariant(c));
            }
            else if (slug.Length > 0 && slug[^1] != '-')
            {
                slug.Append('-');
            }
        }

        return slug.ToString().TrimEnd('-');
    }
}
