namespace Blittable.Testing;

/// <summary>Tells tests whether they run at night, without the limit of 20 minutes for all checks.</summary>
internal static class NightlyRun
{
    /// <summary>Gets a value that indicates whether a test that samples its settings must test all of them. <c>.ci/long/25-all-settings.sh</c> sets it.</summary>
    public static bool HasAllSettings { get; } = Environment.GetEnvironmentVariable("BLITTABLE_ALL_SETTINGS") == "1";
}
