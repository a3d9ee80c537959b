namespace Blittable.Cli;

/// <summary>Completion scripts. Each passes the line up to the cursor, without the name of the command, to <see cref="LineCompletion"/>, which prints one
/// completion per line. Without a completion, the shell completes file names.</summary>
internal static class CompletionScripts
{
    private const string Bash = """
        _blittable() {
            local line=${COMP_LINE:0:COMP_POINT} head= found
            line=${line#* }
            # Bash replaces only the part of a word after '='.
            if [[ $COMP_WORDBREAKS == *=* && ${line##* } == *=* ]]; then
                head=${line##* }
                head=${head%%=*}=
            fi
            COMPREPLY=()
            while IFS= read -r found; do
                COMPREPLY+=("${found#"$head"}")
            done < <(blittable "[suggest]" "$line" 2>/dev/null)
        }
        complete -o default -F _blittable blittable

        """;

    private const string Zsh = """
        #compdef blittable
        _blittable() {
            local line="${words[2,CURRENT-1]} $PREFIX"
            local -a found
            found=(${(f)"$(blittable "[suggest]" "$line" 2>/dev/null)"})
            if (( $#found )); then
                compadd -- $found
            else
                [[ $PREFIX == --*=* ]] && compset -P '*='
                _files
            fi
        }
        if [[ $funcstack[1] == _blittable ]]; then
            # Loaded from a folder of $fpath by the first completion.
            _blittable "$@"
        else
            compdef _blittable blittable
        fi

        """;

    private const string Fish = """
        function __blittable_complete
            set -l line (commandline -cp | string replace -r '^\s*\S+\s' '')
            set -l found (blittable "[suggest]" "$line" 2>/dev/null)
            if set -q found[1]
                printf '%s\n' $found
                return
            end
            set -l token (commandline -ct)
            set -l option (string match -r '^--[^=]*=' -- "$token"; or echo)
            for file in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$token"))
                echo $option$file
            end
        end
        complete -c blittable -f -a '(__blittable_complete)'

        """;

    private const string PowerShell = """
        Register-ArgumentCompleter -Native -CommandName blittable -ScriptBlock {
            param($word, $ast, $position)
            $length = $position - $ast.Extent.StartOffset
            $line = $ast.ToString().PadRight($length).Substring(0, $length) -replace '^\S+\s', ''
            blittable "[suggest]" "$line" 2>$null | ForEach-Object {
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
