using System.Diagnostics;
using System.Globalization;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>Checks random types in order and counts those with an error.</summary>
internal sealed class TypeCampaign(TypeCampaignOptions options, TextWriter output)
{
    /// <summary>Runs the campaign.</summary>
    /// <returns>The number of types with an error.</returns>
    public int Run()
    {
        var watch = Stopwatch.StartNew();
        var (faults, refused, skipped) = (0, 0, 0);
        for (var number = options.First; number < options.First + options.Types; number++)
        {
            var found = TypeCase.Of(options.Seed, number);
            try
            {
                refused += CaseCheck.Run(found, TypeCase.HashOf(options.Seed, number), options.Instances).Refused;
            }
            catch (NotSupportedException fault) when (fault.InnerException is not null)
            {
                skipped++;
                output.WriteLine($"seed {options.Seed}, type {number} is skipped: {fault.Message}");
            }
            catch (Exception fault) when (fault is not OutOfMemoryException)
            {
                faults++;
                output.WriteLine($"--- seed {options.Seed}, type {number}: {fault.GetType().Name}: {fault.Message}\n{Place(fault)}");
                if (options.ShowsSource)
                {
                    output.WriteLine(found.Source);
                }
            }

            if (number % 10 == 9)
            {
                // A stopped campaign can be continued at the next number.
                output.WriteLine($"types to {number} are done, {faults} with a fault");
            }
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{options.Types} types from {options.First} of seed {options.Seed}, {options.Instances} instances each ({refused} refused by both): {faults} with a fault, {skipped} that System.Text.Json cannot describe, {watch.Elapsed.TotalSeconds:0} s"));
        return faults;
    }

    private static string Place(Exception fault) => string.Join('\n', (fault.StackTrace ?? "").Split('\n').Take(4));
}
