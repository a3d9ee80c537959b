namespace Blittable.QueryFuzz.Sql;

/// <summary>A decimal in SQL, and the most digits that it has before and after the point.</summary>
internal readonly record struct SqlNumber(string Sql, int Integers, int Fractions);
