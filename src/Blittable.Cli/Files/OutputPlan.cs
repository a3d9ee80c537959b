using System.Collections.Frozen;

namespace Blittable.Cli;

/// <summary>Determines where the output of each input goes: to standard output, one file, next to its input, or into a folder.</summary>
internal sealed class OutputPlan
{
    private readonly Stream _standard;
    private readonly string? _file;
    private readonly string? _folder;
    private readonly FrozenSet<string> _inputs;
    private readonly HashSet<string> _taken = [];

    private OutputPlan(Stream standard, IReadOnlyList<InputFile> inputs, string? file, string? folder, bool toStandard)
    {
        _standard = standard;
        _inputs = PathsOf(inputs);
        _file = file;
        _folder = folder;
        ToStandard = toStandard;
    }

    /// <summary>Gets a value that indicates whether all output goes to standard output.</summary>
    public bool ToStandard { get; }

    /// <summary>Creates a plan.</summary>
    /// <param name="output">The value of the option <c>--output</c>.</param>
    /// <param name="inputs">The inputs. Several inputs require a folder.</param>
    /// <param name="besideInputs">
    /// Whether outputs go next to their inputs by default. Otherwise, and for standard input, they go to standard output.
    /// </param>
    /// <param name="standard">The stream of standard output.</param>
    /// <param name="makesFolders">Whether missing folders are created.</param>
    /// <exception cref="UsageException">Several inputs would be written to one file, or the output folder does not exist.</exception>
    public static OutputPlan Create(string? output, IReadOnlyList<InputFile> inputs, bool besideInputs, Stream standard, bool makesFolders)
    {
        if (output is null && besideInputs && inputs.Any(input => input.IsStandard))
        {
            return inputs.Count == 1
                ? new OutputPlan(standard, inputs, null, null, toStandard: true)
                : throw new UsageException("Several inputs that include '-' require an output folder: '--output FOLDER'.");
        }

        if (output is null or "-")
        {
            return new OutputPlan(standard, inputs, null, null, toStandard: output is not null || !besideInputs);
        }

        var needsFolder = inputs.Count > 1 || Path.EndsInDirectorySeparator(output);
        if (needsFolder && File.Exists(output))
        {
            throw new UsageException($"The output must be a folder, but '{output}' is a file.");
        }

        needsFolder |= Directory.Exists(output);
        ParentsOption.RequireFolder(needsFolder ? output : Path.GetDirectoryName(Path.GetFullPath(output)), makesFolders);
        return needsFolder
            ? new OutputPlan(standard, inputs, null, output, toStandard: false)
            : new OutputPlan(standard, inputs, output, null, toStandard: false);
    }

    /// <summary>Opens the output of an input.</summary>
    /// <param name="input">The input.</param>
    /// <param name="extension">The extension of its output.</param>
    /// <exception cref="IOException">The output was already written from another input, or it cannot be written.</exception>
    /// <exception cref="UsageException">The output would overwrite an input.</exception>
    public OutputFile Open(InputFile input, string extension)
    {
        if (ToStandard)
        {
            return OutputFile.Over(_standard);
        }

        var path = _file ?? Path.ChangeExtension(_folder is null ? input.Path : Path.Combine(_folder, input.Name), extension);
        RequireOther(path, _inputs);
        return _taken.Add(Path.GetFullPath(path))
            ? OutputFile.Create(path)
            : throw new IOException($"The output '{path}' was already written from another input.");
    }

    /// <summary>Makes sure that an output does not overwrite an input.</summary>
    /// <exception cref="UsageException">The output is one of the inputs.</exception>
    public static void RequireOther(string output, IEnumerable<InputFile> inputs) => RequireOther(output, PathsOf(inputs));

    private static void RequireOther(string output, FrozenSet<string> inputs)
    {
        if (inputs.Contains(FileReplacement.Resolve(output)))
        {
            throw new UsageException($"The output would overwrite the input '{output}'; choose another output with '--output'.");
        }
    }

    private static FrozenSet<string> PathsOf(IEnumerable<InputFile> inputs) =>
        inputs.Where(input => !input.IsStandard).Select(input => FileReplacement.Resolve(input.Path)).ToFrozenSet();
}
