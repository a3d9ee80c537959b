using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares the kinds that functions are said to require with the kinds for which they return a value.</summary>
public sealed class FunctionKindTests
{
    /// <summary>A value of each kind, for which a function that accepts the kind has a result.</summary>
    private static readonly (KindFlags Kind, QueryValue Value)[] s_values =
    [
        (KindFlags.Number, 1), (KindFlags.String, "x"), (KindFlags.Date, new DateOnly(2024, 3, 1)), (KindFlags.Boolean, true),
    ];

    public static TheoryData<string> Functions => [.. ScalarFunction.All.Keys];

    [Theory]
    [MemberData(nameof(Functions))]
    public void A_function_returns_null_exactly_for_the_kinds_that_it_does_not_accept(string name)
    {
        var function = ScalarFunction.All[name];
        for (var count = function.Least; count <= Math.Min(function.Most, 3); count++)
        {
            var good = Enumerable.Range(0, count).Select(index => Array.Find(s_values, value => (value.Kind & FunctionKinds.Argument(name, index)) != 0).Value).ToArray();
            Assert.Equal(FunctionKinds.Result(name), KindText.FlagsOf(function.Apply(good).Kind));
            for (var index = 0; index < count; index++)
            {
                foreach (var (kind, value) in s_values)
                {
                    var arguments = good.ToArray();
                    arguments[index] = value;
                    var accepts = (kind & FunctionKinds.Argument(name, index)) != 0;
                    Assert.True(accepts == (function.Apply(arguments).Kind != QueryValueKind.Null), $"{name}, argument {index}, {kind}");
                }
            }
        }
    }

    [Theory]
    [InlineData(QueryValueKind.Number)]
    [InlineData(QueryValueKind.String)]
    [InlineData(QueryValueKind.Date)]
    [InlineData(QueryValueKind.Boolean)]
    public void A_cast_returns_null_for_the_kinds_that_it_does_not_accept(QueryValueKind target)
    {
        (KindFlags Kind, QueryValue[] Values)[] values =
        [
            (KindFlags.Number, [1]), (KindFlags.String, ["1", "true", "2024-03-01"]), (KindFlags.Date, [new DateOnly(2024, 3, 1)]), (KindFlags.Boolean, [true]),
        ];
        foreach (var (kind, samples) in values)
        {
            var converts = Array.Exists(samples, sample => Cast(sample).Kind != QueryValueKind.Null);
            Assert.True(converts == ((kind & FunctionKinds.CastSources(target)) != 0), $"{kind} as {target}");
        }

        QueryValue Cast(QueryValue value)
        {
            using var reader = SampleCollection.Open(["{}"]);
            return reader.Scan().Select(ScanExpression.Constant(value).Cast(target)).ToTable()[0, 0];
        }
    }
}
