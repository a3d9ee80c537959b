using System.Text;
using Blittable.Json;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>A value that exceeds the room in a document is refused before any byte is written: 2 GB are as hard a limit as any smaller number.</summary>
[Trait(Category.Name, Category.Vector)]
public class ValueWriterTests
{
    private const int Capacity = 1 << 16;

    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_value_longer_than_the_room_is_refused_and_another_may_follow(BlittableMode mode)
    {
        var writer = new ValueWriter(new BlittableOptions { Mode = mode, StringCompression = StringCompression.None }) { MaxCapacity = Capacity };
        var values = new Action<int>[]
        {
            length => writer.BuildBinary(-1, new byte[length]),
            length => writer.BuildBinary(5, new byte[length]),
            length => writer.BuildString(Encoding.ASCII.GetBytes(new string('x', length))),
            length => writer.BuildNumberText(Encoding.ASCII.GetBytes("1e" + new string('0', length))),
            length =>
            {
                writer.BeginContainer(isArray: false);
                writer.PropertyName(Encoding.ASCII.GetBytes(new string('n', length)));
                writer.BuildScalar();
                writer.Literal(Tag.Null);
                writer.EndContainer();
            },
        };
        foreach (var write in values)
        {
            foreach (var length in (int[])[Capacity, Capacity + 1, 20 * Capacity])
            {
                writer.BeginBuilding();
                Assert.Equal(BlittableErrorCode.DocumentTooLarge, Assert.Throws<BlittableException>(() => write(length)).Code);
            }

            writer.BeginBuilding();
            write(Capacity / 4);
            using var document = BlittableDocument.Open(writer.FinishBuilding().ToArray());
            document.Validate();
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_container_whose_slots_exceed_the_room_is_refused(BlittableMode mode)
    {
        var writer = new ValueWriter(new BlittableOptions { Mode = mode, ShareValues = false }) { MaxCapacity = Capacity };
        writer.BeginBuilding();
        writer.BeginContainer(isArray: true);
        for (var i = 0; i < Capacity / 3; i++)
        {
            writer.BuildScalar();
            if (i % 3 == 0)
            {
                writer.Literal(Tag.Null);
            }
            else
            {
                writer.Integer(100, negative: false);
            }
        }

        Assert.Equal(BlittableErrorCode.DocumentTooLarge, Assert.Throws<BlittableException>(writer.EndContainer).Code);
    }

    [Theory]
    [InlineData(StringCompression.Smaz)]
    [InlineData(StringCompression.General)]
    public void A_string_that_fits_only_without_encoding_stays_unencoded(StringCompression compression)
    {
        var writer = new ValueWriter(new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = compression }) { MaxCapacity = Capacity };
        var text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("there and of the ", Capacity / 2 / 17)));
        foreach (var length in (int[])[text.Length, text.Length / 4])
        {
            writer.BeginBuilding();
            writer.BuildString(text.AsSpan(0, length));
            var document = writer.FinishBuilding().ToArray();
            Assert.Equal(text[..length], Encoding.ASCII.GetBytes(BlittableValue.Open(document).GetString()!));
            Assert.Equal(length == text.Length, document.Length > length);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_text_is_converted_within_the_limit_or_refused(BlittableMode mode)
    {
        var random = new Random(5);
        var (fitting, refused) = (0, 0);
        for (var round = 0; round < 100; round++)
        {
            var text = Encoding.UTF8.GetBytes(Text(random));
            var capacity = random.Next(1 << 14, 1 << 17);
            var options = new BlittableOptions { Mode = mode, DetectDates = random.Next(2) == 0, StringCompression = (StringCompression)random.Next(4) };
            var writer = new ValueWriter(options) { MaxCapacity = capacity };
            var kernel = new JsonParser(writer, options);
            try
            {
                Assert.True(kernel.TryConvert(text));
                var document = writer.Finish().ToArray();
                Assert.InRange(document.Length, 1, capacity);
                Assert.Equal(text, Encoding.UTF8.GetBytes(BlittableValue.Open(document).ToJson()));
                fitting++;
            }
            catch (BlittableException fault)
            {
                Assert.Equal(BlittableErrorCode.DocumentTooLarge, fault.Code);
                refused++;
            }
        }

        Assert.InRange(fitting, 10, 90);
        Assert.InRange(refused, 10, 90);
    }

    private static string Text(Random random)
    {
        var values = new StringBuilder("[0");
        var length = random.Next(1 << 12, 1 << 18);
        var longest = random.Next(3) switch { 0 => 3, 1 => 200, _ => 40_000 };
        while (values.Length < length)
        {
            var text = new string((char)('a' + random.Next(26)), random.Next(longest));
            values.Append(random.Next(6) switch
            {
                0 => $",\"{text}{values.Length}\"",
                1 => $",{random.Next(1000)}.{random.Next(100)}e5",
                2 => $",{{\"{text}\":{random.Next(100)},\"b\":\"2020-01-0{random.Next(1, 10)}\"}}",
                3 => ",[1,\"\",null,[true]]",
                4 => $",{random.Next()}",
                _ => ",{\"name\":\"x\",\"value\":-1}",
            });
        }

        return values.Append(']').ToString();
    }
}
