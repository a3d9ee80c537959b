namespace Blittable.Text;

/// <summary>The codebook of Smaz: the symbol of each code.</summary>
/// <remarks>
/// Smaz by Salvatore Sanfilippo, github.com/antirez/smaz. Its table is data that every implementation has to share.
/// A code below 254 stands for its symbol. 254 is followed by one verbatim byte; 255 by a count less one, and that many verbatim bytes.
/// </remarks>
internal static class SmazCodebook
{
    /// <summary>Codes below this stand for symbols.</summary>
    public const int SymbolCount = 254;

    /// <summary>Announces one verbatim byte.</summary>
    public const byte VerbatimByte = 254;

    /// <summary>Announces a run of verbatim bytes: its length less one, then the bytes.</summary>
    public const byte VerbatimRun = 255;

    /// <summary>The longest run that <see cref="VerbatimRun"/> can announce.</summary>
    public const int MaxRun = 256;

    /// <summary>The symbols in the order of their codes.</summary>
    public static readonly Symbol[] Symbols = Parse();

    /// <summary>The table of the decoder.</summary>
    public static readonly ExpandedSymbols Expanded = new(Symbols, VerbatimByte);

    /// <summary>Symbols in the order of their codes, separated by bars; no symbol has a bar.</summary>
    private static ReadOnlySpan<byte> Text =>
        " |the|e|t|a|of|o|and|i|n|s|e |r| th| t|in|he|th|h|he |to|\r\n|l|s |d| a|an|er|c| o|d |on| of|re|of |t |, |is|u|at|   |"u8 +
        "n |or|which|f|m|as|it|that|\n|was|en|  | w|es| an| i|\r|f |g|p|nd| s|nd |ed |w|ed|http://|for|te|ing|y |The| c|ti|r |"u8 +
        "his|st| in|ar|nt|,| to|y|ng| h|with|le|al|to |b|ou|be|were| b|se|o |ent|ha|ng |their|\"|hi|from| f|in |de|ion|me|v|.|ve|"u8 +
        "all|re |ri|ro|is |co|f t|are|ea|. |her| m|er | p|es |by|they|di|ra|ic|not|s, |d t|at |ce|la|h |ne|as |tio|on |n t|io|we|"u8 +
        " a |om|, a|s o|ur|li|ll|ch|had|this|e t|g |e\r\n| wh|ere| co|e o|a |us| d|ss|\n\r\n|\r\n\r|=\"| be| e|s a|ma|one|t t|"u8 +
        "or |but|el|so|l |e s|s,|no|ter| wa|iv|ho|e a| r|hat|s t|ns|ch |wh|tr|ut|/|have|ly |ta| ha| on|tha|-| l|ati|en |pe| re|"u8 +
        "there|ass|si| fo|wa|ec|our|who|its|z|fo|rs|>|ot|un|<|im|th |nc|ate|><|ver|ad| we|ly|ee| n|id| cl|ac|il|</|rt| wi|div|"u8 +
        "e, | it|whi| ma|ge|x|e c|men|.com"u8;

    private static Symbol[] Parse()
    {
        var symbols = new Symbol[SymbolCount];
        var code = 0;
        foreach (var value in Text)
        {
            if (value == '|')
            {
                code++;
            }
            else
            {
                symbols[code] = symbols[code].Append(Symbol.Of(value));
            }
        }

        return symbols;
    }
}
