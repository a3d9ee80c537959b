namespace Blittable.Benchmarks.Storage;

/// <summary>Where a MariaDB server is and who connects to it, read from text such as <c>host=127.0.0.1;port=3307;user=root;database=test</c>.</summary>
internal sealed record MariaDbAddress(string Host, uint Port, string User, string? Password, string Database)
{
    /// <exception cref="FormatException">A part is not <c>name=value</c>, or its name is not known.</exception>
    public static MariaDbAddress Parse(string text)
    {
        var address = new MariaDbAddress("127.0.0.1", 3306, "root", null, "test");
        foreach (var part in text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (part.Split('=', 2, StringSplitOptions.TrimEntries) is not [var name, var value])
            {
                throw new FormatException($"Expected name=value in the MariaDB address, found '{part}'.");
            }

            address = name.ToUpperInvariant() switch
            {
                "HOST" => address with { Host = value },
                "PORT" => address with { Port = uint.Parse(value, System.Globalization.CultureInfo.InvariantCulture) },
                "USER" => address with { User = value },
                "PASSWORD" => address with { Password = value },
                "DATABASE" => address with { Database = value },
                _ => throw new FormatException($"Expected host, port, user, password or database in the MariaDB address, found '{name}'."),
            };
        }

        return address;
    }
}
