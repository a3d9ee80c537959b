// Runs tests of an assembly within this process, for a machine that has no .NET SDK: runner ASSEMBLY PART-OF-A-CLASS-NAME...
using System.Reflection;
using System.Runtime.InteropServices;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

var assembly = Assembly.LoadFrom(Path.GetFullPath(args[0]));
using var framework = new XunitTestFramework(new TestReport());
using var discoverer = framework.GetDiscoverer(Reflector.Wrap(assembly));
using var executor = framework.GetExecutor(assembly.GetName());
using var found = new TestReport();
using var report = new TestReport();
var options = new TestOptions();
discoverer.Find(includeSourceInformation: false, found, options);
found.WaitForEnd();
var chosen = found.Cases.Where(test => args.Skip(1).Any(part => test.TestMethod.TestClass.Class.Name.Contains(part, StringComparison.Ordinal)));
executor.RunTests(chosen, report, options);
report.WaitForEnd();
Console.WriteLine($"{RuntimeInformation.ProcessArchitecture}: {report.Passed} tests passed, {report.Failed} failed");
return report.Failed == 0 && report.Passed > 0 ? 0 : 1;

/// <summary>Collects what tests there are, and how they end.</summary>
internal sealed class TestReport : LongLivedMarshalByRefObject, IMessageSink, IDisposable
{
    private readonly ManualResetEventSlim _end = new();

    public List<ITestCase> Cases { get; } = [];

    public int Passed { get; private set; }

    public int Failed { get; private set; }

    public bool OnMessage(IMessageSinkMessage message)
    {
        lock (Cases)
        {
            switch (message)
            {
                case ITestCaseDiscoveryMessage discovery:
                    Cases.Add(discovery.TestCase);
                    break;
                case ITestPassed:
                    Passed++;
                    break;
                case ITestFailed failure:
                    Failed++;
                    Console.WriteLine($"failed: {failure.Test.DisplayName}: {string.Join(' ', failure.Messages)}");
                    Console.WriteLine(failure.StackTraces.FirstOrDefault());
                    break;
                case IDiscoveryCompleteMessage or ITestAssemblyFinished:
                    _end.Set();
                    break;
            }
        }

        return true;
    }

    public void WaitForEnd() => _end.Wait();

    public void Dispose() => _end.Dispose();
}

/// <summary>Options of the framework, by name.</summary>
internal sealed class TestOptions : LongLivedMarshalByRefObject, ITestFrameworkDiscoveryOptions, ITestFrameworkExecutionOptions
{
    private readonly Dictionary<string, object?> _values = [];

    public TValue GetValue<TValue>(string name) => _values.TryGetValue(name, out var value) ? (TValue)value! : default!;

    public void SetValue<TValue>(string name, TValue value) => _values[name] = value;
}
