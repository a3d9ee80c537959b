namespace Blittable.Paths;

/// <summary>The places that a query leads to, in pieces that do not move: they take as much memory as they are many.</summary>
internal sealed class QueryPlaces
{
    private const int Shift = 12;
    private const int PieceLength = 1 << Shift;
    private const int FirstLength = 8;

    private readonly List<QueryPlace[]> _pieces = [];

    public int Count { get; private set; }

    /// <summary>Gets or sets the ways to the places, once somebody has asked for them.</summary>
    public QueryTrail? Trail { get; set; }

    public QueryPlace this[int index] => _pieces[index >> Shift][index & (PieceLength - 1)];

    public void Add(QueryPlace place)
    {
        var index = Count & (PieceLength - 1);
        if (index == 0)
        {
            _pieces.Add(new QueryPlace[Count == 0 ? FirstLength : PieceLength]);
        }

        var piece = _pieces[^1];
        if (index == piece.Length)
        {
            Array.Resize(ref piece, Math.Min(2 * index, PieceLength));
            _pieces[^1] = piece;
        }

        piece[index] = place;
        Count++;
    }
}
