namespace Blittable.DuckDB.Tables;

/// <summary>Creates the names and paths of columns from the names of properties.</summary>
internal static class SqlNames
{
    /// <summary>
    /// Returns a name for each property. DuckDB ignores the case of ASCII letters, so a number follows a name that an earlier one equals. A NUL, which would
    /// end the name, becomes an underscore, and so does an empty name, which DuckDB would replace with a name that another column may have.
    /// </summary>
    /// <param name="properties">The names of the properties, all of them different.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<string> properties)
    {
        HashSet<string> names = [.. properties.Where(name => name == Nameable(name)).Select(Fold)];
        HashSet<string> seen = [];
        return [.. properties.Select(Next)];

        string Next(string property)
        {
            var name = Nameable(property);
            if (name == property ? seen.Add(Fold(name)) : names.Add(Fold(name)))
            {
                return name;
            }

            var number = 1;
            while (!names.Add(Fold($"{name}_{number}")))
            {
                number++;
            }

            return $"{name}_{number}";
        }
    }

    private static string Nameable(string property) => property.Length == 0 ? "_" : property.Replace('\0', '_');

    /// <summary>Returns the step of a path that selects a property.</summary>
    public static string StepOf(string property) =>
        property.Length > 0 && property.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_') && !char.IsAsciiDigit(property[0])
            ? $".{property}" : $"['{string.Concat(property.Select(Escape))}']";

    private static string Escape(char letter) => letter < ' ' ? $"\\u{(int)letter:x4}" : letter is '\'' or '\\' ? $"\\{letter}" : letter.ToString();

    /// <summary>Returns the form of a name that all names share that DuckDB does not distinguish.</summary>
    public static string Fold(string name) => string.Create(name.Length, name, (letters, source) =>
    {
        for (var i = 0; i < letters.Length; i++)
        {
            letters[i] = char.IsAsciiLetterUpper(source[i]) ? (char)(source[i] | 0x20) : source[i];
        }
    });
}
