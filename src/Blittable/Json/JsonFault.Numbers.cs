using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Blittable.Json;

/// <content>Checks the grammar of numbers, and reports invalid numbers.</content>
internal ref partial struct JsonFault
{
    /// <summary>The maximum number of characters of a number shown in a message.</summary>
    private const int MaxShownNumber = 40;

    private void ReadNumber()
    {
        var start = _at;
        if (Next == '-')
        {
            _at++;
        }

        var isNumber = Next == '0' ? SkipZero() : SkipDigits();
        if (isNumber && Next is ('.' or 'e' or 'E'))
        {
            if (!_checkNumbers)
            {
                SkipNumberCharacters();
                return;
            }

            isNumber = SkipFraction() && SkipExponent();
        }

        if (!isNumber || (Next >= 0 && !NumberTokenKernel.Ends((byte)Next)))
        {
            FailNumber(start);
        }
    }

    private void SkipNumberCharacters()
    {
        while (Next >= 0 && !NumberTokenKernel.Ends((byte)Next))
        {
            _at++;
        }
    }

    /// <summary>Skips a zero, which no digit may follow.</summary>
    private bool SkipZero()
    {
        _at++;
        return Next is not (>= '0' and <= '9');
    }

    private bool SkipFraction()
    {
        if (Next != '.')
        {
            return true;
        }

        _at++;
        return SkipDigits();
    }

    private bool SkipExponent()
    {
        if (Next is not ('e' or 'E'))
        {
            return true;
        }

        _at++;
        if (Next is '+' or '-')
        {
            _at++;
        }

        return SkipDigits();
    }

    private bool SkipDigits()
    {
        var start = _at;
        while (Next is >= '0' and <= '9')
        {
            _at++;
        }

        return _at > start;
    }

    [DoesNotReturn]
    private void FailNumber(int start)
    {
        var isCut = Next < 0;
        while (Next is > ' ' and < 0x7F and not (',' or ':' or ']' or '}' or '[' or '{' or '"'))
        {
            _at++;
        }

        var text = Encoding.UTF8.GetString(_text[start.._at]);
        text = text.Length <= MaxShownNumber ? text : text[..MaxShownNumber] + "…";
        _at = start;
        throw isCut
            ? Fault(BlittableErrorCode.UnexpectedEnd, $"The number '{text}'", "is incomplete")
            : Fault(BlittableErrorCode.InvalidNumber, $"The number '{text}'", "is not valid JSON");
    }
}
