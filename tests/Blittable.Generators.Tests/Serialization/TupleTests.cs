using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Value tuples of any length have the JSON that System.Text.Json writes with fields.</summary>
/// <remarks>No tuple has only elements of type int, because other tests need such tuples without a converter.</remarks>
public sealed class TupleTests
{
    private static readonly JsonSerializerOptions s_fields = new() { IncludeFields = true };

    [Theory]
    [InlineData("(int A, string? B)", "(1, \"b\")", """{"Item1":2,"Item2":"c"}""")]
    [InlineData("(long, int, int, int, int, int, int)", "(1, 2, 3, 4, 5, 6, 7)", """{"Item7":1}""")]
    [InlineData("(int, int, int, int, int, int, int, string H)", "(1, 2, 3, 4, 5, 6, 7, \"h\")", """{"Item1":1,"Rest":{"Item1":"x"}}""")]
    [InlineData("(int, int, int, int, int, int, int, string? H, double I)?", "(1, 2, 3, 4, 5, 6, 7, null, 9.5)", """{"Item7":1,"Rest":{"Item2":2}}""")]
    [InlineData("List<(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, Guid)>", "[(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, Guid.Empty)]", """[{"Rest":{"Item7":14,"Rest":{"Item1":15}}}]""")]
    [InlineData("ValueTuple<long>", "new(1)", """{"Item1":3}""")]
    [InlineData("ValueTuple", "default", "{}")]
    public void A_tuple_is_written_and_read_as_by_the_framework(string type, string value, string text)
    {
        var source = $"[BlittableSerializable] public class T {{ public {type} V {{ get; set; }} = {value}; }}";
        var holder = CompiledTypes.Of(source).Type("T");
        Differential.Write(holder, Activator.CreateInstance(holder), s_fields);
        Differential.Read(holder, $$"""{"V":{{text}}}""", s_fields);
    }
}
