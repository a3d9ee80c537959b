namespace Blittable.Generators.Tests.Serialization;

public enum Level { Low, Middle = 5, High }

[BlittableSerializable]
public sealed record Row(int Id, string Name, double Price, bool IsActive, DateTime Created, long Big, decimal Amount, Guid Key, string? Note, Level Level);

[BlittableSerializable]
public sealed class Company
{
    public required string Name { get; init; }

    public List<Employee> Employees { get; set; } = [];

    public Employee? Head { get; set; }

    public int[] Years { get; init; } = [];

    public Dictionary<string, double> Shares { get; set; } = [];

    public int Count => Employees.Count;
}

public struct Employee
{
    public string Name { get; set; }

    public int? Age { get; set; }

    public List<string>? Tags { get; set; }
}
