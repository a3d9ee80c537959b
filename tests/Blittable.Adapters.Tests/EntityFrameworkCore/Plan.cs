using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Plans of LINQ queries, as databases explain them.</summary>
internal static class Plan
{
    /// <summary>Returns the plan of a query: a column of what a statement before it returns, one line for each row.</summary>
    public static async Task<string> OfAsync(DbContext context, string statement, IQueryable query, int column)
    {
        await context.Database.OpenConnectionAsync();
        await using var command = query.CreateDbCommand();
        command.CommandText = $"{statement} {command.CommandText}";
        await using var reader = await command.ExecuteReaderAsync();
        var lines = new List<string>();
        while (await reader.ReadAsync())
        {
            lines.Add(reader.GetString(column));
        }

        return string.Join('\n', lines);
    }
}
