using Blittable.Dates;
using MessagePack;
using MessagePack.Resolvers;

namespace Blittable.MessagePack.Tests;

public class BlittableResolverTests
{
    private static readonly MessagePackSerializerOptions Options = BlittableResolver.Options;

    [Fact]
    public void Dates_and_documents_are_serialized_together_with_standard_types()
    {
        using var document = BlittableDocument.Parse("""{"tags":["a",1.5,null],"at":"2011-01-01T00:00:00Z"}""");
        var order = new Order
        {
            Id = 7, At = new Timestamp(1_623_760_496, 789), Until = null, Details = document, Note = "n", Day = new Timestamp(1_293_840_000),
        };
        var bytes = MessagePackSerializer.Serialize(order, Options);
        var back = MessagePackSerializer.Deserialize<Order>(bytes, Options);
        Assert.Equal(7, back.Id);
        Assert.Equal(order.At, back.At);
        Assert.Null(back.Until);
        Assert.Equal("n", back.Note);
        Assert.Equal(order.Day, back.Day);
        Assert.Equal("c70003", Convert.ToHexStringLower(bytes[^3..]));
        Assert.Equal(document.Root.ToJson(), back.Details!.Root.ToJson());

        order.Until = order.At;
        order.Details = null;
        back = MessagePackSerializer.Deserialize<Order>(MessagePackSerializer.Serialize(order, Options), Options);
        Assert.Equal(order.At, back.Until);
        Assert.Null(back.Details);
    }

    [Fact]
    public void The_resolver_can_be_combined_with_other_resolvers()
    {
        var composite = CompositeResolver.Create(NativeDateTimeResolver.Instance, BlittableResolver.Instance, ContractlessStandardResolver.Instance);
        var options = MessagePackSerializerOptions.Standard.WithResolver(composite);
        var moment = new DateTime(2020, 2, 29, 1, 2, 3, DateTimeKind.Utc);
        Assert.Equal(moment, MessagePackSerializer.Deserialize<DateTime>(MessagePackSerializer.Serialize(moment, options), options));
        Assert.Equal(new Timestamp(5), MessagePackSerializer.Deserialize<Timestamp>(MessagePackSerializer.Serialize(new Timestamp(5), options), options));

        using var document = BlittableDocument.Parse("[1]");
        var list = new List<BlittableDocument> { document };
        var back = MessagePackSerializer.Deserialize<List<BlittableDocument>>(MessagePackSerializer.Serialize(list, options), options);
        Assert.Equal("[1]", Assert.Single(back).Root.ToJson());
    }

    [Fact]
    public void The_tests_run_on_the_MessagePack_CSharp_version_of_their_project()
    {
#if MESSAGEPACK3
        const int line = 3;
#else
        const int line = 2;
#endif
        Assert.Equal(line, typeof(MessagePackSerializer).Assembly.GetName().Version!.Major);
    }

    [Fact]
    public void The_resolver_has_no_formatter_for_other_types()
    {
        Assert.Null(BlittableResolver.Instance.GetFormatter<DateTime>());
        Assert.NotNull(BlittableResolver.Instance.GetFormatter<Timestamp?>());
    }

    [Fact]
    public void The_date_extension_option_applies_to_dates_and_to_dates_in_documents()
    {
        var resolver = new BlittableResolver(new BlittableMessagePackOptions { DateExtension = new DateExtension(DateSchema.RawNonZero, 4) });
        var options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        using var document = BlittableDocument.Parse("\"2011-01-01T00:00:00Z\"");
        const string hex = "d704806e1e4d00000000";
        Assert.Equal(hex, Convert.ToHexStringLower(MessagePackSerializer.Serialize(new Timestamp(1_293_840_000), options)));
        Assert.Equal(hex, Convert.ToHexStringLower(MessagePackSerializer.Serialize(document, options)));
        Assert.True(MessagePackSerializer.Deserialize<BlittableDocument>(Convert.FromHexString(hex), options).Root.IsDate);
    }
}
