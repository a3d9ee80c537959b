using System.Diagnostics;
using System.Globalization;
using Blittable.Mutants;

// Applies a sample of mutations to the sources of one folder, one at a time, and lists the mutants that no test detects.
if (args.Length < 7)
{
    Console.Error.WriteLine("mutants ROOT COPY PROJECT FOLDER TESTS COUNT SEED [CLASS...]");
    Console.Error.WriteLine("COPY is a copy of ROOT that also stores the results; an interrupted run resumes there. CLASS is a test class or a name prefix.");
    return 2;
}

var (root, copy, project, folder, tests) = (Path.GetFullPath(args[0]), Path.GetFullPath(args[1]), args[2], args[3], args[4]);
var count = int.Parse(args[5], CultureInfo.InvariantCulture);
var seed = int.Parse(args[6], CultureInfo.InvariantCulture);
var prefixes = args[7..];
var minutes = double.Parse(Environment.GetEnvironmentVariable("MUTANT_MINUTES") ?? "60", CultureInfo.InvariantCulture);

var testClasses = TestClasses(Path.Combine(root, tests)).ToList();
if (Array.Find(prefixes, prefix => !testClasses.Exists(name => name.StartsWith(prefix, StringComparison.Ordinal))) is { } unknown)
{
    Console.Error.WriteLine($"{tests} has no test class whose name begins with {unknown}");
    return 2;
}

var sources = new MutatedSources(root, copy, project);
var all = sources.Find(folder);
var random = new Random(seed);
var sample = all.OrderBy(_ => random.Next()).Take(count).ToList();
var chosen = sample.OrderBy(mutant => mutant.Id).ToList();
Console.WriteLine($"{folder}: {chosen.Count} of {all.Count} mutants");

// Build the copy with all mutants behind a switch. Mutants that do not compile are omitted.
for (var dropped = -1; dropped != 0;)
{
    sources.Write(chosen);
    var (isBuilt, output) = Build(Path.Combine(copy, tests));
    var blamed = isBuilt ? [] : sources.Blamed(output, chosen);
    dropped = chosen.RemoveAll(mutant => blamed.Contains(mutant.Id));
    if (!isBuilt && dropped == 0)
    {
        Console.WriteLine(output);
        return 1;
    }
}

var program = new TestProgram(Path.Combine(copy, tests, "bin", "Release", "net10.0", Path.GetFileName(tests) + ".dll"));
var classes = testClasses.Where(name => prefixes.Length == 0 || prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal))).ToList();
var reach = new Dictionary<string, HashSet<int>>(StringComparer.Ordinal);
foreach (var name in classes)
{
    if (program.Reach(name) is { } reached)
    {
        reach[name] = reached;
    }
    else
    {
        Console.WriteLine($"{name} fails without a mutant and is skipped");
    }
}

if (reach.Count == 0)
{
    Console.WriteLine($"no class of {tests} could be run");
    return 1;
}

var watch = Stopwatch.StartNew();
var results = Path.Combine(copy, $"mutants-{folder.Replace('/', '-')}-{seed}.txt");
var done = File.Exists(results) ? File.ReadAllLines(results).Select(line => line.Split('\t')).ToDictionary(parts => parts[1], parts => parts[0]) : [];

// Mutants without a result come first, in the order of the sample, so that a run that ends early has judged a smaller sample of the whole folder. The others
// follow because a test may have been added for them.
foreach (var mutant in sample.Where(chosen.Contains).OrderBy(mutant => done.ContainsKey(mutant.ToString())).ToList())
{
    var text = mutant.ToString();
    if (done.GetValueOrDefault(text) == "noticed")
    {
        continue;
    }

    if (watch.Elapsed.TotalMinutes > minutes)
    {
        Console.WriteLine("time limit reached; the next run resumes here");
        break;
    }

    var candidates = reach.Where(entry => entry.Value.Contains(mutant.Id)).Select(entry => entry.Key).ToList();
    done[text] = candidates.Count == 0 ? "unreached" : program.Notices(candidates, mutant.Id) ? "noticed" : "survived";
    File.WriteAllLines(results, done.Select(entry => $"{entry.Value}\t{entry.Key}"));
    if (done[text] != "noticed")
    {
        Console.WriteLine($"{done[text]}: {text}");
    }
}

sources.Restore(chosen);
var judged = chosen.Where(mutant => done.ContainsKey(mutant.ToString())).ToList();
var noticed = judged.Count(mutant => done[mutant.ToString()] == "noticed");
Console.WriteLine($"{folder}: {noticed} of {judged.Count} mutants detected, {(judged.Count == 0 ? 0 : 100 * noticed / judged.Count)} %");
return 0;

static IEnumerable<string> TestClasses(string folder) =>
    Directory.EnumerateFiles(folder, "*Tests.cs", SearchOption.AllDirectories)
        .Where(path => !path.Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"))
        .Select(path => (Name: Path.GetFileNameWithoutExtension(path), Namespace: File.ReadLines(path).First(line => line.StartsWith("namespace ", StringComparison.Ordinal))[10..].TrimEnd(';')))
        .Select(entry => $"{entry.Namespace}.{entry.Name}")
        .Order(StringComparer.Ordinal);

static (bool IsBuilt, string Output) Build(string project)
{
    var start = new ProcessStartInfo("dotnet", ["build", "-c", "Release", project, "-v", "q", "--nologo", "-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:NoWarn=CS1591"])
    {
        RedirectStandardOutput = true,
    };
    using var build = Process.Start(start)!;
    var output = build.StandardOutput.ReadToEnd();
    build.WaitForExit();
    return (build.ExitCode == 0, output);
}
