using Blittable.Json;

namespace Blittable.Tests.Json;

public sealed unsafe class ValueStartKernelTests
{
    [Theory]
    [InlineData("""{"a":"b","c":{"d":["e"]}}""", "b", "{[")]
    [InlineData("""[{"a": "b"},{"c": [1]},[2]]""", "b", "{{[")]
    [InlineData("""[ {"a":"", "b":12}]""", "\"", "")]
    public void Strings_behind_a_colon_and_containers_are_found(string json, string strings, string containers)
    {
        var text = new byte[ValueStartKernel.Block];
        System.Text.Encoding.ASCII.GetBytes(json, text);

        var starts = Starts(text);

        Assert.Equal(strings, string.Concat(starts.Where(start => start.IsString).Select(start => (char)text[start.At + 1])));
        Assert.Equal(containers, string.Concat(starts.Where(start => !start.IsString).Select(start => (char)text[start.At])));
    }

    [Fact]
    public void Blocks_find_what_a_look_at_each_byte_finds()
    {
        var random = new Random(7);
        var text = new byte[16 * ValueStartKernel.Block];
        for (var round = 0; round < 200; round++)
        {
            foreach (ref var value in text.AsSpan())
            {
                value = (byte)"\"\":: ,[{}]a"[random.Next(11)];
            }

            Assert.Equal(Expected(text), Starts(text));
        }
    }

    private static List<(int At, bool IsString)> Starts(byte[] text)
    {
        var found = new List<(int, bool)>();
        var before = default(ValueStarts);
        fixed (byte* start = text)
        {
            for (var block = 0; block < text.Length; block += ValueStartKernel.Block)
            {
                var starts = ValueStartKernel.Find(start + block, ref before);
                for (var i = 0; i < ValueStartKernel.Block; i++)
                {
                    if (((starts.Strings | starts.Containers) >> i & 1) != 0)
                    {
                        found.Add((block + i, (starts.Strings >> i & 1) != 0));
                    }
                }
            }
        }

        return found;
    }

    private static List<(int At, bool IsString)> Expected(byte[] text)
    {
        var found = new List<(int, bool)>();
        for (var i = 1; i < text.Length; i++)
        {
            var isValue = text[i - 1] == ':' || (text[i - 1] == ' ' && i > 1 && text[i - 2] == ':');
            var isElement = text[i - 1] is (byte)',' or (byte)'[';
            if ((text[i] is (byte)'"' or (byte)'[' && isValue) || (text[i] == '{' && (isValue || isElement)))
            {
                found.Add((i, text[i] == '"'));
            }
        }

        return found;
    }
}
