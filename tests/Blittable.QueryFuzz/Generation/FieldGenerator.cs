using System.Globalization;
namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates the values of one property: mostly of one kind, drawn from few or many values.</summary>
internal sealed class FieldGenerator
{
    private readonly Profile _profile;
    private readonly NumberStyle _numbers;
    private readonly int _dateForm;
    private readonly int _days;
    private readonly bool _isPlain;
    private readonly string[] _pool;
    private readonly FieldGenerator[] _fields = [];
    private readonly int _missing, _null, _odd, _run;
    private readonly long _step;
    private readonly string _sequence;
    private long _next;
    private string? _last;

    public FieldGenerator(FuzzRandom random, string name, int depth, bool isTame)
    {
        Name = name;
        _profile = Draw(random, depth);
        _numbers = isTame ? random.Pick<NumberStyle>([NumberStyle.Small, NumberStyle.Integer, NumberStyle.Price]) : NumberTexts.Style(random);
        _dateForm = isTame ? random.Next(2) : random.Next(5);
        _days = random.OneIn(2) ? 5 : 800;
        _isPlain = isTame || random.OneIn(2);
        _missing = random.Pick<int>([0, 0, 0, 12, 3]);
        _null = random.Pick<int>([0, 0, 0, 12, 4]);
        _odd = isTame ? 0 : random.Pick<int>([0, 0, 0, 40, 10, 4]);
        if (depth < 3 && _profile is Profile.Object or Profile.Scalars or Profile.Objects or Profile.Arrays or Profile.Mixed)
        {
            _fields = [.. Names(random, random.Next(1, 4)).Select(child => new FieldGenerator(random, child, depth + 1, isTame))];
        }

        // Columns encode equal neighbors and ascending values differently.
        _run = random.Pick<int>([0, 0, 0, 5, 60]);
        _step = random.Pick<int>([0, 0, 0, 0, 1, 7, 1000]);
        _next = random.Next(3) switch { 0 => 0, 1 => random.Next(-500, 1_000_000), _ => long.MaxValue / 2 };
        _sequence = random.Pick<string>(["{0}", "{0}", "{0}.5", "{0}e-3", "{0}e250", "\"k{0:00000000000000000000}\""]);
        _pool = random.OneIn(3) ? [] : [.. Enumerable.Range(0, random.Next(1, 12)).Select(_ => Value(random, _profile))];
    }

    public string Name { get; }

    /// <summary>Draws distinct names.</summary>
    public static IEnumerable<string> Names(FuzzRandom random, int count) => Enumerable.Range(0, count).Select(_ => StringTexts.Name(random)).Distinct().ToList();

    /// <summary>Creates a value, or returns null if the property is missing.</summary>
    public string? Make(FuzzRandom random)
    {
        if (_run > 0 && !random.OneIn(_run))
        {
            return _last;
        }

        return _last = MakeNext(random);
    }

    private string? MakeNext(FuzzRandom random)
    {
        if (_missing > 0 && random.OneIn(_missing))
        {
            return null;
        }

        if (_null > 0 && random.OneIn(_null))
        {
            return "null";
        }

        if (_odd > 0 && random.OneIn(_odd))
        {
            return _profile == Profile.Number && !random.OneIn(3) ? NumberTexts.Make(random, NumberStyle.Odd) : Value(random, Profile.Mixed);
        }

        if (_step > 0 && _profile is (Profile.Number or Profile.Text))
        {
            _next += random.OneIn(10) ? random.Next(4) * _step : _step;
            return string.Format(CultureInfo.InvariantCulture, _sequence, _next);
        }

        return _pool.Length > 0 && !random.OneIn(20) ? random.Pick<string>(_pool) : Value(random, _profile);
    }

    /// <summary>Creates an object. A few objects have a name twice, of which the last one counts.</summary>
    public static string Object(FuzzRandom random, IReadOnlyList<FieldGenerator> fields)
    {
        var properties = fields.Select(field => (field.Name, Value: field.Make(random))).Where(pair => pair.Value is not null).ToList();
        if (properties.Count > 0 && random.OneIn(200))
        {
            var twice = fields[random.Next(fields.Count)];
            properties.Insert(random.Next(properties.Count + 1), (twice.Name, twice.Make(random) ?? "null"));
        }

        return $"{{{string.Join(',', properties.Select(pair => $"{StringTexts.ToJson(pair.Name)}:{pair.Value}"))}}}";
    }

    private static Profile Draw(FuzzRandom random, int depth) => random.Next(depth == 0 ? 14 : 9) switch
    {
        < 4 => Profile.Number,
        < 6 => Profile.Text,
        6 => Profile.Date,
        7 => Profile.Boolean,
        8 => Profile.Mixed,
        9 => Profile.Date,
        10 => Profile.Object,
        11 => Profile.Scalars,
        12 => Profile.Objects,
        _ => Profile.Arrays,
    };

    private string Value(FuzzRandom random, Profile profile) => profile switch
    {
        Profile.Number => NumberTexts.Make(random, _numbers),
        Profile.Text => StringTexts.ToJson(_isPlain ? StringTexts.Plain(random) : StringTexts.Any(random)),
        Profile.Date => $"\"{DateTexts.Make(random, _days, _dateForm)}\"",
        Profile.Boolean => random.OneIn(2) ? "true" : "false",
        Profile.Object => Object(random, _fields),
        Profile.Scalars => Array(random, () => _fields.Length > 0 ? _fields[0].Make(random) ?? "null" : Value(random, Profile.Number)),
        Profile.Objects => Array(random, () => random.OneIn(12) ? Value(random, Profile.Number) : Object(random, _fields)),
        Profile.Arrays => Array(random, () => Value(random, random.OneIn(8) ? Profile.Number : Profile.Scalars)),
        _ => random.Next(8) switch
        {
            0 => "null",
            1 or 2 => NumberTexts.Make(random, random.OneIn(2) ? NumberStyle.Odd : _numbers),
            3 => Value(random, Profile.Text),
            4 => $"\"{DateTexts.Make(random, _days, 4)}\"",
            5 => Value(random, Profile.Boolean),
            6 => random.OneIn(2) ? "{}" : Value(random, Profile.Object),
            _ => random.OneIn(2) ? "[]" : Value(random, Profile.Scalars),
        },
    };

    private static string Array(FuzzRandom random, Func<string> element) => $"[{string.Join(',', Enumerable.Range(0, random.Next(5)).Select(_ => element()))}]";
}
