using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates fictitious companies and writes each as a JSON object.</summary>
internal sealed partial class CompanyWriter
{
    private static readonly Grammar Prose = Grammar.Load("companies");
    private static readonly string[] Rounds = ["seed", "a", "angel", "b", "unattributed", "c", "debt_round", "d", "grant", "e"];
    private static readonly string[] Currencies = ["USD", "USD", "USD", "USD", "USD", "EUR", "GBP", "CAD"];
    private static readonly string[] Press = ["techpress.example", "venturewire.example", "startupdaily.example", "newsroom.example", "wire.example"];
    private static readonly string[] Streets =
    [
        "Market Street", "Main Street", "Broadway", "1st Avenue", "Mission Street", "High Street",
        "El Camino Real", "Park Avenue", "Castro Street", "Townsend Street", "Rue du Bac", "Friedrichstraße",
    ];

    private readonly Utf8JsonWriter _writer;
    private readonly RandomSource _random;
    private readonly Names _names;
    private readonly Dictionary<string, Func<string>> _bound = new(StringComparer.Ordinal);
    private string _field = "";
    private int _nextRound = 1;

    public CompanyWriter(Utf8JsonWriter writer, int count, ulong seed)
    {
        _writer = writer;
        _random = new RandomSource(seed);
        _names = new Names(new RandomSource(~seed), count);
        _bound["other person"] = () => FullName(_names.Person());
        _bound["other"] = _names.Company;
        _bound["other city"] = () => _names.City().Name;
        _bound["investor"] = _names.Investor;
        _bound["product name"] = _names.NewWord;
        _bound["later year"] = () => _random.Between(2005, 2013).ToString(CultureInfo.InvariantCulture);
    }

    public void Write(int index)
    {
        string name = _names.Company(index);
        string host = Slug(name).Replace("-", "", StringComparison.Ordinal) + ".example";
        DateTime founded = new DateTime(1996, 1, 1).AddDays(_random.Between(0, 365 * 17));
        DateTime created = new DateTime(2007, 5, 20, 0, 0, 0, DateTimeKind.Utc).AddSeconds(_random.Between(0, 6 * 31_000_000));
        DateTime updated = created.AddSeconds(_random.Between(600, 40_000_000));
        Bind(name, founded);

        _writer.WriteStartObject();
        _writer.WriteString("id"u8, Hexadecimal(24));
        _writer.WriteString("name"u8, name);
        _writer.WriteString("permalink"u8, Slug(name));
        _writer.WriteString("profile_url"u8, "http://www.companies.example/company/" + Slug(name));
        _writer.WriteString("homepage_url"u8, "http://www." + host);
        WriteOptional("blog_url", 0.5, () => $"http://blog.{host}/");
        WriteOptional("blog_feed_url", 0.4, () => $"http://blog.{host}/feed.xml");
        WriteOptional("twitter_username", 0.5, () => Slug(name).Replace("-", "", StringComparison.Ordinal));
        _writer.WriteString("category_code"u8, _field);
        WriteOptionalNumber("number_of_employees", 0.55, () => 1 + _random.Ranked(900));
        WriteFounded(founded);
        WriteTags();
        WriteOptional("email_address", 0.6, () => "info@" + host);
        WriteOptional("phone_number", 0.5, Phone);
        _writer.WriteString("description"u8, Expand("description"));
        _writer.WriteString("created_at"u8, created);
        _writer.WriteString("updated_at"u8, updated);
        _writer.WriteString("overview"u8, Overview());
        WriteImage(name);
        WriteProducts();
        WriteRelationships();
        WriteCompetitions();
        WriteFunding(host, founded);
        WriteOffices();
        WriteMilestones(host, founded);
        WriteLinks(host);
        _writer.WriteEndObject();
    }

    /// <summary>Chooses the words that recur in the prose about one company.</summary>
    private void Bind(string name, DateTime founded)
    {
        string product = _random.Chance(0.5) ? name.Split(' ')[0] : _names.NewWord();
        string founder = FullName(_names.Person());
        string city = _names.City().Name;
        string year = founded.Year.ToString(CultureInfo.InvariantCulture);
        _field = Prose.Expand("field", _random);
        _bound["company"] = () => name;
        _bound["product"] = () => product;
        _bound["founder"] = () => founder;
        _bound["city"] = () => city;
        _bound["year"] = () => year;
        _bound["field"] = () => _field;
    }

    private string Expand(string rule)
    {
        string text = Prose.Expand(rule, _random, _bound);
        return char.ToUpperInvariant(text[0]) + text[1..];
    }

    private string Overview()
    {
        var html = new StringBuilder();
        int paragraphs = 1 + _random.Ranked(3);
        for (int i = 0; i < paragraphs; i++)
        {
            html.Append(i > 0 ? "\n\n<p>" : "<p>").Append(Expand("overview")).Append("</p>");
        }

        return html.ToString();
    }

    private void WriteFounded(DateTime founded)
    {
        // In real records of this kind, one-third have only the year, and some not even the year.
        bool known = _random.Chance(0.85);
        bool exact = known && _random.Chance(0.65);
        WriteNumberOrNull("founded_year", known ? founded.Year : null);
        WriteNumberOrNull("founded_month", exact ? founded.Month : null);
        WriteNumberOrNull("founded_day", exact ? founded.Day : null);
        if (exact)
        {
            WriteDate("founded_on", founded);
        }
    }

    private void WriteTags()
    {
        int tags = _random.Ranked(9);
        _writer.WriteStartArray("tags"u8);
        for (int i = 0; i < tags; i++)
        {
            _writer.WriteStringValue(Prose.Expand(i % 2 == 0 ? "noun" : "field", _random));
        }

        _writer.WriteEndArray();
    }

    private void WriteImage(string name)
    {
        if (_random.Chance(0.25))
        {
            _writer.WriteNull("image"u8);
            return;
        }

        int number = _random.Between(1_000, 250_000);
        int width = _random.Between(120, 900);
        int height = _random.Between(30, 400);
        _writer.WriteStartObject("image"u8);
        _writer.WriteStartArray("available_sizes"u8);
        foreach (int limit in (ReadOnlySpan<int>)[150, 250, 450])
        {
            double scale = Math.Min(1, (double)limit / width);
            _writer.WriteStartObject();
            _writer.WriteNumber("width"u8, (int)(width * scale));
            _writer.WriteNumber("height"u8, (int)(height * scale));
            _writer.WriteString("path"u8, $"assets/images/resized/{number / 10_000:D4}/{number:D6}/{Slug(name)}-max-{limit}x{limit}.png");
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
        _writer.WriteNull("attribution"u8);
        _writer.WriteEndObject();
    }

    private void WriteProducts()
    {
        int products = _random.Ranked(5);
        _writer.WriteStartArray("products"u8);
        for (int i = 0; i < products; i++)
        {
            string product = i == 0 ? _bound["product"]() : Expand("product line");
            WriteReference(product);
        }

        _writer.WriteEndArray();
    }

    private void WriteRelationships()
    {
        int people = 1 + _random.Ranked(12);
        _writer.WriteStartArray("relationships"u8);
        for (int i = 0; i < people; i++)
        {
            (string first, string last) = _names.Person();
            _writer.WriteStartObject();
            _writer.WriteBoolean("is_past"u8, _random.Chance(0.3));
            _writer.WriteString("title"u8, Expand("title"));
            _writer.WriteStartObject("person"u8);
            _writer.WriteString("first_name"u8, first);
            _writer.WriteString("last_name"u8, last);
            _writer.WriteString("permalink"u8, Slug(FullName((first, last))));
            _writer.WriteEndObject();
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteCompetitions()
    {
        int competitors = _random.Ranked(5);
        _writer.WriteStartArray("competitions"u8);
        for (int i = 0; i < competitors; i++)
        {
            _writer.WriteStartObject();
            _writer.WritePropertyName("competitor"u8);
            WriteReference(_names.Company());
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteFunding(string host, DateTime founded)
    {
        int rounds = _random.Chance(0.45) ? 0 : 1 + _random.Ranked(4);
        var amounts = new long[rounds];
        DateTime date = founded;
        _writer.WriteStartArray("funding_rounds"u8);
        for (int i = 0; i < rounds; i++)
        {
            date = date.AddDays(_random.Between(90, 900));
            amounts[i] = RaisedAmount();
            _writer.WriteStartObject();
            _writer.WriteNumber("id"u8, _nextRound++);
            _writer.WriteString("round_code"u8, Rounds[Math.Min(i + _random.Between(0, 2), Rounds.Length - 1)]);
            _writer.WriteString("source_url"u8, Article(host, date));
            _writer.WriteString("source_description"u8, Expand("source"));
            _writer.WriteNumber("raised_amount"u8, amounts[i]);
            _writer.WriteString("raised_currency_code"u8, _random.Pick(Currencies));
            WriteDate("funded_on", date);
            WriteInvestments();
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
        _writer.WriteString("total_money_raised"u8, Money(amounts.Sum()));
    }

    private void WriteInvestments()
    {
        int investors = 1 + _random.Ranked(5);
        _writer.WriteStartArray("investments"u8);
        for (int i = 0; i < investors; i++)
        {
            _writer.WriteStartObject();
            if (_random.Chance(0.8))
            {
                _writer.WriteNull("company"u8);
                _writer.WritePropertyName("financial_org"u8);
                WriteReference(_names.Investor());
            }
            else
            {
                _writer.WritePropertyName("company"u8);
                WriteReference(_names.Company());
                _writer.WriteNull("financial_org"u8);
            }

            _writer.WriteNull("person"u8);
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteOffices()
    {
        int offices = 1 + _random.Ranked(3);
        _writer.WriteStartArray("offices"u8);
        for (int i = 0; i < offices; i++)
        {
            City city = _names.City();
            _writer.WriteStartObject();
            _writer.WriteString("description"u8, i == 0 ? "Headquarters" : "");
            _writer.WriteString("address1"u8, $"{_random.Between(1, 2_900)} {_random.PickRanked(Streets)}");
            _writer.WriteString("address2"u8, _random.Chance(0.4) ? $"Suite {_random.Between(1, 99) * 10}" : "");
            _writer.WriteString("zip_code"u8, PostalCode(city.PostalCode));
            _writer.WriteString("city"u8, city.Name);
            _writer.WriteString("state_code"u8, city.State);
            _writer.WriteString("country_code"u8, city.Country);
            _writer.WriteNumber("latitude"u8, Math.Round(city.Latitude + ((_random.NextDouble() - 0.5) / 10), 7));
            _writer.WriteNumber("longitude"u8, Math.Round(city.Longitude + ((_random.NextDouble() - 0.5) / 10), 7));
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteMilestones(string host, DateTime founded)
    {
        int milestones = _random.Ranked(6);
        DateTime date = founded;
        _writer.WriteStartArray("milestones"u8);
        for (int i = 0; i < milestones; i++)
        {
            date = date.AddDays(_random.Between(30, 700));
            _writer.WriteStartObject();
            _writer.WriteNumber("id"u8, _random.Between(1, 60_000));
            _writer.WriteString("description"u8, Expand("milestone"));
            WriteDate("date", date);
            _writer.WriteString("source_url"u8, Article(host, date));
            WriteOptional("source_text", 0.3, () => Expand("sentence"));
            _writer.WriteString("source_description"u8, Expand("source"));
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteLinks(string host)
    {
        int links = _random.Ranked(5);
        _writer.WriteStartArray("external_links"u8);
        for (int i = 0; i < links; i++)
        {
            _writer.WriteStartObject();
            _writer.WriteString("external_url"u8, Article(host, new DateTime(2006, 1, 1).AddDays(_random.Between(0, 2_800))));
            _writer.WriteString("title"u8, Expand(_random.Chance(0.5) ? "source" : "tagline"));
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void WriteReference(string name)
    {
        _writer.WriteStartObject();
        _writer.WriteString("name"u8, name);
        _writer.WriteString("permalink"u8, Slug(name));
        _writer.WriteEndObject();
    }

    private void WriteOptional(string name, double probability, Func<string> value) =>
        _writer.WriteString(name, _random.Chance(probability) ? value() : null);

    private void WriteOptionalNumber(string name, double probability, Func<int> value) =>
        WriteNumberOrNull(name, _random.Chance(probability) ? value() : null);

    private void WriteNumberOrNull(string name, int? value)
    {
        if (value is { } number)
        {
            _writer.WriteNumber(name, number);
        }
        else
        {
            _writer.WriteNull(name);
        }
    }

    private void WriteDate(string name, DateTime date) =>
        _writer.WriteString(name, date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
}
