namespace Blittable.Paths;

/// <summary>Stores the locations of selected values in pieces that never move, in memory proportional to their number.</summary>
internal sealed class QueryPlaces
{
    private const int Shift = 12;
    private const int PieceLength = 1 << Shift;
    private const int FirstLength = 8;

    private readonly List<QueryPlace[]> _pieces = [];

    public int Count { get; private set; }

    /// <summary>Gets or sets the paths to the values, once requested.</summary>
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
