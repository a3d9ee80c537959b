using Blittable.Building;

namespace Blittable.Tests.Building;

public sealed class RecurrenceTests
{
    private const int Document = 7;

    [Fact]
    public void Every_value_is_looked_up_until_a_window_of_look_ups_has_been_judged()
    {
        var kind = default(Recurrence);
        for (var i = 0; i < Recurrence.Window; i++)
        {
            Assert.True(kind.IsWorthwhile(Document));
            kind.Learn(isFound: false);
        }

        Assert.False(kind.IsWorthwhile(Document));
    }

    [Fact]
    public void Where_nothing_was_found_one_value_in_sixteen_is_looked_up()
    {
        var kind = Judged(found: 0);
        Assert.Equal(100, Enumerable.Range(0, 100 * Recurrence.Trials).Count(_ => kind.IsWorthwhile(Document)));
    }

    [Theory]
    [InlineData(3, false)]
    [InlineData(4, true)]
    public void One_look_up_in_sixty_four_has_to_find_something(int found, bool expected) => Assert.Equal(expected, Judged(found).IsWorthwhile(Document));

    [Fact]
    public void A_kind_whose_values_begin_to_come_again_is_looked_up_again()
    {
        var kind = Judged(found: 0);
        for (var i = 0; i < Recurrence.Window / 2; i++)
        {
            kind.Learn(isFound: true);
        }

        Assert.True(kind.IsWorthwhile(Document));
    }

    [Fact]
    public void Another_document_begins_anew()
    {
        var kind = Judged(found: 0);
        Assert.False(kind.IsWorthwhile(Document));
        Assert.True(kind.IsWorthwhile(Document + 1));
    }

    private static Recurrence Judged(int found)
    {
        var kind = default(Recurrence);
        kind.IsWorthwhile(Document);
        for (var i = 0; i < Recurrence.Window; i++)
        {
            kind.Learn(i < found);
        }

        return kind;
    }
}
