using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

public class MariaDbBindingTests
{
    [Theory]
    [InlineData(nameof(MariaDbBind.Length), 0)]
    [InlineData(nameof(MariaDbBind.IsNull), 8)]
    [InlineData(nameof(MariaDbBind.Buffer), 16)]
    [InlineData(nameof(MariaDbBind.Error), 24)]
    [InlineData(nameof(MariaDbBind.BufferLength), 64)]
    [InlineData(nameof(MariaDbBind.Type), 96)]
    [InlineData(nameof(MariaDbBind.IsUnsigned), 101)]
    public void A_bind_has_its_fields_where_the_header_mysql_h_has_them(string field, int offset) =>
        Assert.Equal(offset, (int)Marshal.OffsetOf<MariaDbBind>(field));

    [Fact]
    public void A_bind_is_as_large_as_in_C() => Assert.Equal(112, Unsafe.SizeOf<MariaDbBind>());

    [Fact]
    public void An_address_is_read_from_text() => Assert.Equal(
        new MariaDbAddress("::1", 3307, "me", "a=b", "test"),
        MariaDbAddress.Parse("Host = ::1;port=3307; user=me;password=a=b;"));

    [Theory]
    [InlineData("nothing")]
    [InlineData("server=localhost")]
    [InlineData("port=many")]
    public void A_wrong_address_is_refused(string text) => Assert.Throws<FormatException>(() => MariaDbAddress.Parse(text));
}
