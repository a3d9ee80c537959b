namespace Blittable.QueryFuzz.Sql;

/// <summary>A decimal in SQL, and its maximum number of digits before and after the decimal point.</summary>
internal readonly record struct SqlNumber(string Sql, int Integers, int Fractions);
