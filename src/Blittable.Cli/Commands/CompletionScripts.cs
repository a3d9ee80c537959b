namespace Blittable.Cli;

/// <summary>Completion scripts. Each passes the line up to the cursor, without the name of the command, to the parser directive
/// <c>[suggest:POSITION]</c>, which prints one completion per line.</summary>
internal static class CompletionScripts
{
    private const string Bash = """
        _blittable() {
            local line=${COMP_LINE:0:COMP_POINT}
            line=${line#* }
            local IFS=$'\n'
            COMPREPLY=($(compgen -W "$(blittable "[suggest:${#line}]" "$line" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
        }
        complete -o default -F _blittable blittable

        """;

    private const string Zsh = """
        #compdef blittable
        _blittable() {
            local line="${words[2,CURRENT]}"
            local -a found
            found=("${(@f)$(blittable "[suggest:${#line}]" "$line" 2>/dev/null)}")
            compadd -- "${found[@]}" || _files
        }
        compdef _blittable blittable

        """;

    private const string Fish = """
        function __blittable_complete
            set -l line (commandline -cp | string replace -r '^\s*\S+\s' '')
            blittable "[suggest:"(string length -- "$line")"]" "$line" 2>/dev/null
        end
        complete -c blittable -a '(__blittable_complete)'

        """;

    private const string PowerShell = """
        Register-ArgumentCompleter -Native -CommandName blittable -ScriptBlock {
            param($word, $ast, $position)
            $line = $ast.ToString().PadRight($position).Substring(0, $position) -replace '^\S+\s', ''
            blittable "[suggest:$($line.Length)]" "$line" 2>$null | Where-Object { $_ -like "$word*" } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
            }
        }

        """;

    /// <summary>Gets the scripts by the name of the shell.</summary>
    public static IReadOnlyDictionary<string, string> OfShells { get; } = new Dictionary<string, string>
    {
        ["bash"] = Bash,
        ["zsh"] = Zsh,
        ["fish"] = Fish,
        ["pwsh"] = PowerShell,
    };
}
