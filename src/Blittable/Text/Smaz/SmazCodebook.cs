namespace Blittable.Text;

/// <summary>Defines the codebook of Smaz: the symbol of each code.</summary>
/// <remarks>
/// Smaz by Salvatore Sanfilippo, github.com/antirez/smaz. Its table is data that all implementations must share.
/// A code below 254 represents its symbol. 254 precedes one verbatim byte. 255 precedes a count minus one, and as many verbatim bytes.
/// </remarks>
internal static class SmazCodebook
{
    /// <summary>The number of symbols. Codes below it represent symbols.</summary>
    public const int SymbolCount = 254;

    /// <summary>The code that precedes one verbatim byte.</summary>
    public const byte VerbatimByte = 254;

    /// <summary>The code that precedes a verbatim run: its length minus one, then the bytes.</summary>
    public const byte VerbatimRun = 255;

    /// <summary>The maximum length of a <see cref="VerbatimRun"/>.</summary>
    public const int MaxRun = 256;

    /// <summary>The symbols in the order of their codes.</summary>
    public static readonly Symbol[] Symbols = Parse();

    /// <summary>The table for the decoder.</summary>
    public static readonly ExpandedSymbols Expanded = new(Symbols, VerbatimByte);

    /// <summary>Gets the symbols in the order of their codes, separated by bars. No symbol contains a bar.</summary>
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

/// <summary>Encodes text as Smaz codes.</summary>
internal static class SmazEncoder
{
    private static readonly SymbolEncoder Symbols = new(SmazCodebook.Symbols, SmazCodebook.VerbatimByte);

    /// <summary>Compresses a text, byte-compatible with the original implementation.</summary>
    /// <returns>The number of bytes written, or -1 as soon as <paramref name="destination"/> is too short.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) => Symbols.Encode(text, destination);
}
