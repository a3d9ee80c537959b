using System.Diagnostics;
using System.Text.Json;
using Blittable;

// Converts one file as the first operation of the process, and prints the elapsed time in microseconds: ColdStart json|memory|disk FILE
if (args is not ["json" or "memory" or "disk", var file])
{
    Console.Error.WriteLine("usage: ColdStart json|memory|disk FILE");
    return 2;
}

byte[] text = File.ReadAllBytes(file);
long start = Stopwatch.GetTimestamp();
if (args[0] == "json")
{
    using var document = JsonDocument.Parse(text);
}
else
{
    using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = args[0] == "disk" ? BlittableMode.Disk : BlittableMode.Memory });
}

Console.WriteLine(Stopwatch.GetElapsedTime(start).TotalMicroseconds.ToString("F0"));
return 0;
