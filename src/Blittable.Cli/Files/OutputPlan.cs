namespace Blittable.Cli;

/// <summary>Determines where the output of each input goes: to standard output, one file, next to its input, or into a folder.</summary>
internal sealed class OutputPlan
{
    private readonly Stream _standard;
    private readonly string? _file;
    private readonly string? _folder;
    private readonly OutputKind _kind;

    private OutputPlan(Stream standard, OutputGuard guard, OutputKind kind, string? file, string? folder, bool toStandard)
    {
        _standard = standard;
        Guard = guard;
        _kind = kind;
        _file = file;
        _folder = folder;
        ToStandard = toStandard;
    }

    /// <summary>Gets a value that indicates whether all output goes to standard output.</summary>
    public bool ToStandard { get; }

    /// <summary>Gets the guard of all output files of the command.</summary>
    public OutputGuard Guard { get; }

    /// <summary>Creates a plan.</summary>
    /// <param name="output">The value of the option <c>--output</c>.</param>
    /// <param name="kind">What is written.</param>
    /// <param name="inputs">The inputs. Several inputs require a folder.</param>
    /// <param name="besideInputs">
    /// Whether outputs go next to their inputs by default. Otherwise, and for standard input, they go to standard output.
    /// </param>
    /// <param name="standard">The stream of standard output.</param>
    /// <param name="makesFolders">Whether missing folders are created.</param>
    /// <param name="others">Other files that the command reads.</param>
    /// <exception cref="UsageException">Several inputs would be written to one file, or the output folder does not exist.</exception>
    public static OutputPlan Create(
        string? output, OutputKind kind, IReadOnlyList<InputFile> inputs, bool besideInputs, Stream standard, bool makesFolders, params IEnumerable<string?> others)
    {
        var guard = new OutputGuard(inputs, others);
        if (output is null && besideInputs && inputs.Any(input => input.IsStandard))
        {
            return inputs.Count == 1
                ? new OutputPlan(standard, guard, kind, null, null, toStandard: true)
                : throw new UsageException("Several inputs that include '-' require an output folder: '--output FOLDER'.");
        }

        if (output is null or "-")
        {
            return new OutputPlan(standard, guard, kind, null, null, toStandard: output is not null || !besideInputs);
        }

        var needsFolder = inputs.Count > 1 || Path.EndsInDirectorySeparator(output);
        if (needsFolder && File.Exists(output))
        {
            throw new UsageException($"The output must be a folder, but '{output}' is a file.");
        }

        if (needsFolder && !makesFolders && !Directory.Exists(output) && Path.HasExtension(output))
        {
            throw new UsageException($"{inputs.Count} inputs have several outputs, so '{output}' must be a folder; add '/' and '--parents' to create it."
                + (kind == OutputKind.Json ? " To join collections into one output, use 'merge' or 'query'." : ""));
        }

        needsFolder |= Directory.Exists(output);
        ParentsOption.RequireFolder(needsFolder ? output : Path.GetDirectoryName(Path.GetFullPath(output)), makesFolders);
        return needsFolder
            ? new OutputPlan(standard, guard, kind, null, output, toStandard: false)
            : new OutputPlan(standard, guard, kind, output, null, toStandard: false);
    }

    /// <summary>Makes sure that not several files of documents would be one stream, which cannot be read.</summary>
    /// <exception cref="UsageException">Several inputs go to standard output.</exception>
    public void RequireOneOfStandard(IReadOnlyList<InputFile> inputs)
    {
        if (ToStandard && inputs.Count > 1)
        {
            throw new UsageException("Only one input can be converted to standard output; use '--output FOLDER' for several.");
        }
    }

    /// <summary>Opens the output of an input.</summary>
    /// <param name="input">The input.</param>
    /// <param name="extension">The extension of its output.</param>
    /// <exception cref="IOException">The output was already written from another input, or it cannot be written.</exception>
    /// <exception cref="UsageException">The output would destroy a file.</exception>
    public OutputFile Open(InputFile input, string extension)
    {
        if (ToStandard)
        {
            return OutputFile.Over(_standard);
        }

        var path = _file ?? Path.ChangeExtension(_folder is null ? input.Path : Path.Combine(_folder, input.Name), extension);
        return Guard.IsTaken(path)
            ? throw new IOException($"The output '{path}' was already written from another input.")
            : OutputFile.Create(Guard.Require(path, _kind));
    }
}
